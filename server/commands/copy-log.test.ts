import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openStores } from '../store/open-stores.ts';
import type { Stores } from '../store/stores.ts';
import { AGED_ACCOUNT, dumpVotes, loadLogOfAges } from '../store/suites/archive-ages.ts';
import { DAY_MS } from '../store/suites/builders.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';

let redis: RedisServer;
let cli: TestCli;
let source: string;

beforeAll(async () => {
  redis = await startRedisServer({ maxMemoryPolicy: 'noeviction' });
});
afterAll(() => redis.close());

beforeEach(async () => {
  await redis.command('FLUSHALL');
  cli = await createTestCli();
  source = join(cli.folder, 'source');
});
afterEach(() => cli.close());

test.each(['', '1', '365'])('copy takes the whole vote log there and back, with VOTE_LOG_DAYS=%s', async (days) => {
  const env = { VOTE_LOG_DAYS: days };
  const agesMs = [...[400, 200, 91].map((age) => age * DAY_MS), ...crossingTheLimit()];
  await inFolder(source, (stores) => loadLogOfAges(stores, agesMs, Date.now()));
  const votes = await inFolder(source, dumpVotes);
  const there = await cli.json(['copy', '--from', source, '--to', redis.url], { env });
  expect(there.copied).toMatchObject({ vote: agesMs.length });
  // A log that the service still keeps must not be forgotten for what the command believed.
  expect(Number(await redis.command('PTTL', `log:{${AGED_ACCOUNT}}`))).toBeGreaterThan(400 * DAY_MS);
  const back = join(cli.folder, 'back');
  const returned = await cli.json(['copy', '--from', redis.url, '--to', back], { env });
  expect(returned.copied).toEqual(there.copied);
  expect(await inFolder(back, dumpVotes)).toEqual(votes);
});

test('a command takes nothing away from the store, however old, for as long as it has it open', async () => {
  await inFolder(source, (stores) =>
    loadLogOfAges(
      stores,
      [400, 200, 91].map((age) => age * DAY_MS),
      Date.now(),
    ),
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const now = () => {
      vi.advanceTimersByTime(60_000);
      return Date.now();
    };
    await cli.json(['copy', '--from', source, '--to', join(cli.folder, 'copied')], { now });
  } finally {
    vi.useRealTimers();
  }
  expect(await inFolder(source, dumpVotes)).toHaveLength(3);
});

/** Ages of votes that reach 90 days, the default of VOTE_LOG_DAYS, one after the other while a copy is under way. */
function crossingTheLimit(): number[] {
  return Array.from({ length: 100 }, (_, index) => 90 * DAY_MS - 1 - index * 50);
}

async function inFolder<Result>(dataDir: string, work: (stores: Stores) => Promise<Result>): Promise<Result> {
  const options = { redisUrl: null, dataDir, voteLogDays: 90, housekeeping: false };
  const stores = await openStores({ ...options, onWarning: () => undefined });
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}
