import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StoreUnavailableError } from '../store-errors.ts';
import type { Stores } from '../stores.ts';
import {
  again,
  checkOf,
  DAY_MS,
  newAttempt,
  newServer,
  newVoter,
  type SeededAccount,
  seedAccount,
} from '../suites/builders.ts';
import { SuiteClock } from '../suites/suite-clock.ts';
import { openEmbeddedContent } from './content-store.ts';
import { DatabaseFile } from './database-file.ts';
import { createStores } from './open-embedded-stores.ts';

describe('faults of the embedded store', () => {
  const clock = new SuiteClock();
  let folder: string;
  let file: DatabaseFile;
  let stores: Stores;
  let seeded: SeededAccount;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'server-vote-faults-'));
    file = new DatabaseFile(join(folder, 'server-vote.db'));
    stores = createOver(file);
    seeded = await seedAccount(stores);
  });
  afterEach(async () => {
    await stores.close();
    await rm(folder, { recursive: true });
  });

  const createOver = (over: DatabaseFile, gatheredVotes = 1_000) =>
    createStores(
      { file: over, content: openEmbeddedContent(folder) },
      { voteLogDays: 90, housekeeping: true, gatheredVotes, clock: () => clock.nowMs, onWarning: () => undefined },
    );
  const attempts = (count: number) =>
    Array.from({ length: count }, () => newAttempt(seeded, { votesPerMinute: 100_000 }));
  const castAll = (count: number) =>
    Promise.allSettled(attempts(count).map((attempt) => stores.votes.castVote(attempt)));
  const countOfSecond = (table: string) =>
    file.db.prepare(`SELECT count(*) FROM ${table} WHERE account = 2`).pluck().get();
  const totals = () => stores.votes.readTotals(seeded.accountId, seeded.serverNums);

  test('a full disk refuses the whole group, keeps what was counted, is told of, and heals by itself', async () => {
    const counted = await castAll(100);
    expect(counted.every(({ status }) => status === 'fulfilled')).toBe(true);
    const pages = file.db.pragma('page_count', { simple: true });
    file.db.pragma(`max_page_count = ${pages}`);
    const refused = await castAll(500);
    for (const answer of refused) {
      expect(answer.status === 'rejected' && answer.reason).toBeInstanceOf(StoreUnavailableError);
      expect(answer).toMatchObject({
        reason: { message: expect.stringMatching(/disk is full/), cause: { code: 'SQLITE_FULL' } },
      });
    }
    expect(await totals()).toEqual([100]);
    expect(await stores.votes.readLog(seeded.accountId, null, 1_000)).toHaveLength(100);
    file.db.pragma('max_page_count = 1000000');
    const late = await castAll(500);
    expect(late.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await totals()).toEqual([600]);
    expect(file.db.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  test('health tells of a full disk until a write goes through again', async () => {
    const pages = file.db.pragma('page_count', { simple: true });
    file.db.pragma(`max_page_count = ${pages}`);
    expect(await stores.checkHealth()).toMatchObject({ ready: true, notes: [] });
    await castAll(500);
    for (let round = 0; round < 2; round += 1) {
      expect(await stores.checkHealth()).toMatchObject({
        ready: false,
        notes: [expect.stringMatching(/disk is full/)],
      });
    }
    file.db.pragma('max_page_count = 1000000');
    expect(await stores.checkHealth()).toMatchObject({ ready: true, notes: [] });
  });

  test('another process that does not stop writing: an answer within 1.5 s, and all is well afterwards', async () => {
    const other = file.connect();
    other.exec('BEGIN IMMEDIATE');
    const begunMs = performance.now();
    const refused = await castAll(3);
    expect(performance.now() - begunMs).toBeLessThan(1_500);
    expect(refused).toMatchObject(
      Array(3).fill({ status: 'rejected', reason: { name: 'StoreUnavailableError', cause: { code: 'SQLITE_BUSY' } } }),
    );
    expect(await totals()).toEqual([0]);
    other.exec('COMMIT');
    other.close();
    expect((await castAll(3)).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await totals()).toEqual([3]);
  });

  test('votes wait for another process without holding up anybody, and are then counted together', async () => {
    const other = file.connect();
    other.exec('BEGIN IMMEDIATE');
    const casting = castAll(3);
    const checked = await stores.votes.checkVotes(checkOf(newAttempt(seeded)));
    expect(checked.servers).toEqual([{ nextVoteAtMs: null, votes: 0 }]);
    for (let turn = 0; turn < 20; turn += 1) await setTimeout(1);
    const late = castAll(2);
    other.exec('COMMIT');
    other.close();
    const answers = [...(await casting), ...(await late)];
    expect(answers.map((answer) => answer.status === 'fulfilled' && answer.value.votes)).toEqual([1, 2, 3, 4, 5]);
  });

  test('closing waits for votes and writes that wait for another process', async () => {
    const other = file.connect();
    other.exec('BEGIN IMMEDIATE');
    const casting = castAll(3);
    const saving = stores.directory.saveServers(seeded.accountId, [newServer()]);
    const closing = stores.close();
    for (let turn = 0; turn < 5; turn += 1) await setTimeout(1);
    other.exec('COMMIT');
    other.close();
    await closing;
    expect(await saving).toMatchObject([{ status: 'created' }]);
    expect((await casting).every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  test('a write of the directory gives up on a process that does not stop writing', { timeout: 15_000 }, async () => {
    const other = file.connect();
    other.exec('BEGIN IMMEDIATE');
    await expect(stores.directory.saveServers(seeded.accountId, [newServer()])).rejects.toThrow(
      /another process writes/,
    );
    other.close();
    expect(await stores.directory.listServers(seeded.accountId)).toHaveLength(1);
  });

  test('one impossible attempt is refused alone, its neighbours are counted in their order', async () => {
    const good = attempts(6);
    const impossible = [
      { ...good[0]!, voters: [] },
      again(good[0]!, { voters: [newVoter()], cooldownMs: Number.NaN }),
      again(good[0]!, { voters: [newVoter()], serverNum: 77 }),
      again(good[0]!, { voters: [newVoter()], accountId: 'acc_nobody' }),
    ];
    const answers = await Promise.allSettled(
      [...good.slice(0, 3), ...impossible, ...good.slice(3)].map((attempt) => stores.votes.castVote(attempt)),
    );
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.votes : answer.reason.name))).toEqual([
      1,
      2,
      3,
      'Error',
      'SqliteError',
      'StoreUnavailableError',
      'StoreUnavailableError',
      4,
      5,
      6,
    ]);
    expect(await stores.votes.readLog(seeded.accountId, null, 100)).toHaveLength(6);
    expect(file.db.prepare('SELECT count(*) FROM locks').pluck().get()).toBe(6);
  });

  test('more than 10,000 waiting votes are refused at once, those that wait are counted', async () => {
    const answers = await castAll(10_003);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject(
      Array(3).fill({ reason: { name: 'StoreUnavailableError', message: expect.stringMatching(/waiting/) } }),
    );
    expect(await totals()).toEqual([10_000]);
  });

  test('a vote for a server or an account that was just deleted by another process is refused and leaves nothing', async () => {
    const second = createOver(new DatabaseFile(file.path), 1);
    const two = await seedAccount(stores, 2);
    for (const handle of [second, stores]) {
      for (const serverNum of two.serverNums) await handle.votes.castVote(newAttempt(two, { serverNum }));
      clock.advance(DAY_MS);
    }
    // What moves them counts the votes of the day before.
    for (let votes = 0; votes < 3; votes += 1) await second.votes.castVote(newAttempt(seeded));
    expect(countOfSecond('days')).toBe(2);
    await second.directory.deleteServer(two.serverIds[0]!);
    await expect(stores.votes.castVote(newAttempt(two))).rejects.toThrow(StoreUnavailableError);
    await second.directory.deleteAccount(two.accountId);
    const late = newAttempt(two, { serverNum: two.serverNums[1]! });
    await expect(stores.votes.castVote(late)).rejects.toThrow(StoreUnavailableError);
    for (const table of ['locks', 'votes', 'days', 'voting_keys', 'moved_totals']) {
      expect(countOfSecond(table), table).toBe(0);
    }
    await second.close();
  });

  test('a file that was moved away makes the store not ready, with a cure', async () => {
    await rename(file.path, `${file.path}.away`);
    expect(await stores.checkHealth()).toMatchObject({
      ready: false,
      notes: [expect.stringMatching(/moved or replaced/)],
      usedBytes: null,
    });
    await rename(`${file.path}.away`, file.path);
    expect(await stores.checkHealth()).toMatchObject({ ready: true, notes: [] });
  });

  test('a file that cannot be written any more makes the store not ready, with a cure', async () => {
    file.db.pragma('query_only = ON');
    await expect(stores.votes.castVote(newAttempt(seeded))).rejects.toThrow(
      /cannot be written: give this user the right/,
    );
    expect(await stores.checkHealth()).toMatchObject({
      ready: false,
      notes: [expect.stringMatching(/cannot be written/)],
    });
  });
});
