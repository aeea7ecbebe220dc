import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowOf } from '../store/content-collections.ts';
import { openStores } from '../store/open-stores.ts';
import type { ArchiveRecord } from '../store/store-archive.ts';
import type { Stores } from '../store/stores.ts';
import { again, newAttempt } from '../store/suites/builders.ts';
import { newCategory, newGame } from '../store/suites/content-builders.ts';
import type { VoteAttempt } from '../store/vote-store.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';
import { loadPepper } from '../vote/pepper.ts';
import { ArchiveTally } from './archive-tally.ts';

const PASSWORD = 'pass/word';
let redis: RedisServer;
let redisUrl = '';
let cli: TestCli;
let voted: VoteAttempt;

beforeAll(async () => {
  redis = await startRedisServer({ password: PASSWORD, maxMemoryPolicy: 'noeviction' });
  redisUrl = `redis://:${encodeURIComponent(PASSWORD)}@${redis.host}:${redis.port}/3`;
});

afterAll(() => redis.close());

beforeEach(async () => {
  await redis.command('FLUSHALL');
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  cli = await createTestCli();
  voted = await fillStore();
});

afterEach(() => cli.close());

describe('copy', () => {
  test('embedded to Redis and back: all is there, and a vote refused before is refused after', async () => {
    const back = join(cli.folder, 'back');
    const out = await cli.json(['copy', '--from', cli.dataDir, '--to', redisUrl]);
    expect(out).toEqual({
      from: cli.dataDir,
      to: `redis://${redis.host}:${redis.port}/3`,
      copied: {
        secret: 1,
        account: 1,
        server: 2,
        key: 2,
        site: 1,
        total: 1,
        day: 1,
        window: 1,
        lock: 3,
        vote: 3,
        content: 3,
      },
      verified: true,
      secret: expect.stringContaining(join(cli.dataDir, 'secret')),
    });
    await cli.json(['copy', '--from', redisUrl, '--to', back]);
    const places = [
      { redisUrl, dataDir: '' },
      { redisUrl: null, dataDir: back },
    ];
    for (const place of places) {
      await useStores(place, async (stores) => {
        expect((await stores.votes.castVote(again(voted))).status).toBe('already_voted');
        expect(await stores.votes.readTotals(voted.accountId, [1, 2])).toEqual([3, 0]);
        const names = (await stores.votes.readLog(voted.accountId, null, 10)).map((vote) => vote.username);
        expect(names).toEqual(['名前', null, null]);
        const games = await stores.content.readPage('games', 'all', { offset: 0, limit: 10 });
        expect(games.rows.map((json) => JSON.parse(json).slug).sort()).toEqual(['alpha', '千']);
      });
    }
    const env = { DATA_DIR: back };
    expect(await cli.json(['keys', 'list'], { env })).toEqual(await cli.json(['keys', 'list']));
    expect(await cli.json(['sites', 'list'], { env })).toEqual(await cli.json(['sites', 'list']));
    expect(await cli.json(['servers', 'list'], { env })).toEqual(await cli.json(['servers', 'list']));
  });

  test('a person sees what was copied, which secret is needed, and never the password of Redis', async () => {
    const { code, stdout, stderr } = await cli.run(['copy', '--from', cli.dataDir, '--to', redisUrl]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^RECORDS +COPIED\n/);
    expect(stdout).toMatch(/^vote +3$/m);
    expect(stdout).toContain('Every record was read back and is the same.');
    expect(stderr).toContain(`Set SECRET to the content of ${join(cli.dataDir, 'secret')} in every process`);
    expect(stdout + stderr).not.toContain(PASSWORD);
    expect(stdout + stderr).not.toContain(encodeURIComponent(PASSWORD));
    expect(stdout + stderr).not.toContain((await readFile(join(cli.dataDir, 'secret'), 'utf8')).trim());
  });

  test('between two folders the secret is to be copied too', async () => {
    const { stderr } = await cli.run(['copy', '--from', cli.dataDir, '--to', join(cli.folder, 'other')]);
    expect(stderr).toContain(`Copy ${join(cli.dataDir, 'secret')} to ${join(cli.folder, 'other', 'secret')}`);
  });

  test('a target that is not empty is refused and stays as it is', async () => {
    const other = join(cli.folder, 'other');
    await cli.json(['accounts', 'create', '--username', 'tom'], { env: { DATA_DIR: other } });
    expect(await cli.run(['copy', '--from', cli.dataDir, '--to', other])).toEqual({
      code: 1,
      stdout: '',
      stderr: `--to ${other} is not empty; name an empty one, or clear it: delete the folder ${other}.\n`,
    });
    const { accounts } = await cli.json(['accounts', 'list'], { env: { DATA_DIR: other } });
    expect(accounts).toMatchObject([{ username: 'tom' }]);
    const content = join(cli.folder, 'content');
    await useStores({ redisUrl: null, dataDir: content }, importGames);
    expect(await cli.run(['copy', '--from', cli.dataDir, '--to', content])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty'),
    });
  });

  test('a source that is no store is refused, and nothing is made of it', async () => {
    const empty = join(cli.folder, 'empty');
    await mkdir(empty);
    for (const from of [empty, join(cli.folder, 'nowhere')]) {
      expect(await cli.run(['copy', '--from', from, '--to', redisUrl])).toMatchObject({
        code: 1,
        stderr: `--from ${from} holds no embedded store; name the DATA_DIR of the service.\n`,
      });
    }
    expect(await readdir(empty)).toEqual([]);
    expect((await readdir(cli.folder)).sort()).toEqual(['data', 'empty']);
  });

  test('the same place twice, and an address that is no Redis, are bad usage', async () => {
    expect(await cli.run(['copy', '--from', cli.dataDir, '--to', `${cli.dataDir}/`])).toMatchObject({ code: 2 });
    expect(await cli.run(['copy', '--from', redisUrl, '--to', redisUrl])).toMatchObject({ code: 2 });
    expect(await cli.run(['copy', '--from', 'https://x.example', '--to', redisUrl])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--from must be a folder, or begin with redis:/),
    });
  });

  test('a copy that breaks off says that the target is incomplete and how to clear it', async () => {
    const rows = Array.from({ length: 3000 }, (_, n) =>
      JSON.stringify({ id: randomUUID(), slug: `s${n}`, name: 'S', description: 'x'.repeat(1000) }),
    );
    await writeFile(join(cli.folder, 'servers.ndjson'), rows.join('\n'));
    await cli.json(['import', join(cli.folder, 'servers.ndjson')]);
    const used = Number(/used_memory:(\d+)/.exec(await redis.command('INFO', 'memory'))?.[1]);
    await redis.command('CONFIG', 'SET', 'maxmemory', String(used + 2_000_000));
    const { code, stdout, stderr } = await cli.run(['copy', '--from', cli.dataDir, '--to', redisUrl]);
    expect([code, stdout]).toEqual([1, '']);
    const line = stderr.trimEnd().split('\n').at(-1);
    expect(line).toMatch(
      /^--to redis:\/\/[^ ]+ is incomplete, because the copy broke off after \d+ records \(.*\); clear it/,
    );
    expect(line).toContain('FLUSHDB');
  });
});

describe('what was copied is compared record by record', () => {
  const account = { id: 'acc_1', username: 'tom', createdAt: '' };
  const lockAt = (nextVoteAtMs: number): ArchiveRecord => ({
    type: 'lock',
    lock: {
      accountId: 'acc_1',
      serverNum: 1,
      voter: 'v',
      nextVoteAtMs,
      voteId: '1-0',
      total: 1,
      idempotency: null,
      attemptId: 'a',
    },
  });
  const tallyOf = (records: readonly ArchiveRecord[]) => {
    const tally = new ArchiveTally();
    for (const record of records) tally.add(record);
    return tally;
  };

  test('a record too few, and one with other content, are found; the order of members is no difference', () => {
    const one: ArchiveRecord = { type: 'account', account, lastServerNum: 1 };
    const turned: ArchiveRecord = {
      lastServerNum: 1,
      account: { createdAt: '', username: 'tom', id: 'acc_1' },
      type: 'account',
    };
    const other: ArchiveRecord = { type: 'account', account: { ...account, username: 'Tom' }, lastServerNum: 1 };
    expect(tallyOf([one]).differences(tallyOf([turned]), 0)).toEqual([]);
    expect(tallyOf([one]).differences(tallyOf([other]), 0)).toEqual([
      'some account records are there with other content',
    ]);
    expect(tallyOf([one, other]).differences(tallyOf([one]), 0)).toEqual([
      '2 account records were read and 1 are there',
    ]);
    expect(tallyOf([]).differences(tallyOf([one]), 0)).toEqual(['0 account records were read and 1 are there']);
  });

  test('a lock that ends meanwhile is no difference, one that lasts is', () => {
    const nowMs = 1_000_000_000;
    expect(tallyOf([lockAt(nowMs - 1)]).differences(tallyOf([]), nowMs)).toEqual([]);
    expect(tallyOf([lockAt(nowMs + 3_600_000)]).differences(tallyOf([]), nowMs)).toEqual([
      '1 lock records were read and 0 are there',
    ]);
  });
});

/** An account with servers, keys, a site and three votes. @returns the first vote. */
async function fillStore(): Promise<VoteAttempt> {
  const { accountId } = await cli.json(['accounts', 'create', '--username', 'mirelle']);
  for (const name of ['Aurora', 'Borealis']) await cli.json(['servers', 'create', '--name', name]);
  for (const kind of ['vote', 'user']) await cli.json(['keys', 'create', '--kind', kind]);
  await cli.json(['sites', 'create', '--name', 'Shop', '--origin', 'https://shop.example']);
  const pepper = await loadPepper({ secrets: null, dataDir: cli.dataDir });
  const seeded = { accountId: String(accountId), serverIds: [], serverNums: [1] };
  const first = newAttempt(seeded, { username: '名前' });
  await cli.withStores(async (stores) => {
    await importGames(stores);
    await stores.claimSecret(pepper.fingerprints);
    for (const attempt of [first, newAttempt(seeded), newAttempt(seeded)]) await stores.votes.castVote(attempt);
  });
  return first;
}

async function importGames(stores: Stores): Promise<void> {
  const taking = await stores.content.openImport();
  const games = ['alpha', '千'].map((slug) => rowOf('games', JSON.stringify(newGame({ slug }))));
  await taking.put('games', games);
  await taking.put('categories', [rowOf('categories', JSON.stringify(newCategory()))]);
  await taking.commit();
}

async function useStores(
  place: { readonly redisUrl: string | null; readonly dataDir: string },
  work: (stores: Stores) => Promise<void>,
): Promise<void> {
  const stores = await openStores({ ...place, voteLogDays: 90, housekeeping: false, onWarning: () => undefined });
  try {
    await work(stores);
  } finally {
    await stores.close();
  }
}
