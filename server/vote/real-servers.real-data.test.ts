import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyText, hashKey } from '../accounts/key-format.ts';
import { foldName } from '../store/fold-name.ts';
import { type Answer, ask } from '../testing/api-client.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { randomIp } from '../testing/tenant.ts';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const FOLDER = process.env.REAL_DATA ?? '';

interface Row {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

function readRows<Shape>(name: string): Shape[] {
  const lines = readFileSync(`${FOLDER}/${name}`, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

describe.each(['the embedded store', 'Redis'])('4,097 real servers on %s', (storeName) => {
  let redis: RedisServer | null = null;
  let cli: TestCli;
  let service: TestService;
  let key = '';
  const rows = readRows<Row>('servers.ndjson');
  const named = rows.filter((row) => row.name.trim() !== '');
  const tricky = readRows<{ kind: string; row: Row }>('tricky.ndjson')
    .filter(({ kind, row }) => kind === 'servers' && row.name.trim() !== '')
    .map(({ row }) => row);

  beforeAll(async () => {
    redis = storeName === 'Redis' ? await startRedisServer() : null;
    const store: Record<string, string> = redis === null ? {} : { REDIS_URL: redis.url };
    cli = await createTestCli({ ...store, SECRET: 'a secret of the tests with 36 letters' });
    const { accountId } = await cli.json(['accounts', 'create', '--username', 'owner']);
    service = await startTestService({ dataDir: cli.dataDir, ...(redis === null ? {} : { redisUrl: redis.url }) });
    key = createKeyText('vote');
    await service.stores.directory.saveKey({
      id: 'key_real',
      accountId: String(accountId),
      hash: hashKey(key),
      hint: 'vk_',
      kind: 'vote',
      attest: false,
      votesPerMinute: 10_000,
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAtMs: null,
    });
  });
  afterAll(async () => {
    await service?.close();
    await cli?.close();
    await redis?.close();
  });

  const headers = () => ({ 'X-API-KEY': key, 'X-Forwarded-For': randomIp() });
  const vote = (body: object): Promise<Answer> =>
    ask(`${service.url}/vote`, { method: 'POST', body, headers: headers() });

  test('go in but for the one without a name, which is reported by file, line and reason', async () => {
    const first = await cli.run(['import', `${FOLDER}/servers.ndjson`, '--account', 'owner']);
    expect(first.code).toBe(1);
    const line = rows.findIndex((row) => row.name.trim() === '') + 1;
    expect(first.stderr).toMatch(new RegExp(`servers\\.ndjson:${line}: name: `));
    const stored = await service.stores.directory.listServers((await service.stores.directory.listAccounts())[0]!.id);
    expect(stored).toHaveLength(named.length);
    expect(new Set(stored.map(({ id, slug, name }) => `${id} ${slug} ${name}`))).toEqual(
      new Set(named.map(({ id, slug, name }) => `${id} ${slug.normalize('NFC')} ${name}`)),
    );
    const again = await cli.run(['import', `${FOLDER}/servers.ndjson`, '--account', 'owner']);
    expect(again.stdout).toMatch(/servers\s+0\s+0\s+4,096\s+1\n/);
  });

  test.each(['id', 'slug'] as const)('can each be asked for by %s', async (member) => {
    for (let start = 0; start < named.length; start += 50) {
      const asked = named.slice(start, start + 50).map((row) => row[member]);
      const query = new URLSearchParams({ ip: '203.0.113.1' });
      for (const name of asked) query.append('server', name);
      const answer = await ask(`${service.url}/vote/checks?${query}`, { headers: headers() });
      const right = asked.map((requested) => ({ requested, canVote: true, nextVoteAt: null, serverVotes: 0 }));
      expect(answer.body.results).toEqual(right);
    }
  });

  test('take votes by id, slug and name also where they are hardest, and ambiguous names list their candidates', async () => {
    expect(tricky.length).toBeGreaterThan(25);
    const counted = new Map<string, number>();
    for (const row of tricky) {
      const exact = named.filter(({ name }) => name === row.name);
      for (const selector of [{ serverId: row.id }, { slug: row.slug }, { name: row.name }]) {
        const answer = await vote(selector);
        if ('name' in selector && exact.length > 1) {
          expect(answer.body).toMatchObject({ status: 400, code: 'ambiguous_name' });
          expect(answer.body.candidates.map(({ id }: Row) => id).sort()).toEqual(exact.map(({ id }) => id).sort());
          continue;
        }
        expect(answer.status, JSON.stringify(selector)).toBe(200);
        counted.set(row.id, (counted.get(row.id) ?? 0) + 1);
        expect(answer.body.votes, JSON.stringify(selector)).toBe(counted.get(row.id));
      }
    }
  });

  test('that differ only by case and space are told apart to the letter', async () => {
    const alike = new Map<string, Row[]>();
    for (const row of named) alike.set(foldName(row.name), [...(alike.get(foldName(row.name)) ?? []), row]);
    const groups = [...alike.values()].filter((group) => group.length > 1);
    expect(groups.length).toBeGreaterThan(40);
    for (const group of groups) {
      const exact = group.filter(({ name }) => group.filter((other) => other.name === name).length === 1);
      for (const row of exact) expect((await vote({ name: row.name })).body.message).toContain(row.name);
      const spelled = `  ${group[0]?.name.toLowerCase()} `;
      if (group.some(({ name }) => name === spelled)) continue;
      expect((await vote({ name: spelled })).body.candidates).toHaveLength(group.length);
    }
  });
});
