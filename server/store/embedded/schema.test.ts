import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkOf, newAttempt } from '../suites/builders.ts';
import { openEmbeddedStores } from './open-embedded-stores.ts';
import { MIGRATIONS } from './schema.ts';

const TODAY = '2026-03-01';
const NOW_MS = Date.parse(`${TODAY}T12:00:00Z`);
const DAY = NOW_MS / 86_400_000 - 0.5;
const SEEDED = { accountId: 'acc_old', serverIds: ['s'], serverNums: [1] };

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'server-vote-schema-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** The file as the first release wrote it: one account with a server, five votes of two days, the newest ahead of the clock. */
function writeFirstRelease(): void {
  const db = new Database(join(dataDir, 'server-vote.db'));
  db.exec(MIGRATIONS[0] ?? '');
  db.exec(`
    INSERT INTO accounts VALUES (1, 'acc_old', 'old', '2026-01-01T00:00:00.000Z', 1, ${NOW_MS + 5_000}, 3);
    INSERT INTO servers VALUES (1, 1, 's', 'a-b', 'A B', 'a b', '', '', '2026-01-01T00:00:00.000Z');
    INSERT INTO totals VALUES (1, 1, 5);
    INSERT INTO days VALUES (1, 1, ${DAY - 1}, 3), (1, 1, ${DAY}, 2);
    INSERT INTO stamps VALUES (1, 'key_of_acc_old', ${NOW_MS - 20_000}, 1), (1, 'key_of_acc_old', ${NOW_MS - 10_000}, 3);
    INSERT INTO stamps VALUES (1, 'key_other', ${NOW_MS - 10_000}, 7);
  `);
  db.pragma('user_version = 1');
  db.close();
}

/** How each version before the journal counted a vote in the total. */
const OLD_COUNT = 'UPDATE totals SET votes = votes + 1 WHERE account = 1 AND server = 1';

const open = () =>
  openEmbeddedStores({
    dataDir,
    voteLogDays: 90,
    housekeeping: false,
    clock: () => NOW_MS,
    onWarning: () => undefined,
  });

test('a file of the first release goes on counting: its totals, its days, its minutes and the ids of its votes', async () => {
  writeFirstRelease();
  const stores = await open();
  const readDays = () => stores.votes.readDays('acc_old', 1);
  expect(await readDays()).toEqual([
    { day: '2026-02-28', votes: 3 },
    { day: TODAY, votes: 2 },
  ]);
  const outcome = await stores.votes.castVote(newAttempt(SEEDED));
  expect(outcome).toMatchObject({ status: 'counted', votes: 6, voteId: `${NOW_MS + 5_000}-4` });
  expect(outcome).toMatchObject({ window: { limit: 30, remaining: 25, resetMs: 40_000 } });
  const check = checkOf(newAttempt(SEEDED, { keyId: 'key_other' }));
  expect((await stores.votes.checkVotes(check)).window).toEqual({ limit: 30, remaining: 23, resetMs: 50_000 });
  expect(await readDays()).toEqual([
    { day: '2026-02-28', votes: 3 },
    { day: TODAY, votes: 3 },
  ]);
  await stores.close();
});

test('a process of an earlier version that still runs counts nothing any more', async () => {
  writeFirstRelease();
  const earlier = new Database(join(dataDir, 'server-vote.db'));
  const count = earlier.prepare(OLD_COUNT);
  expect(count.run().changes).toBe(1);
  const stores = await open();
  expect(() => count.run()).toThrow('no such table');
  expect(await stores.votes.readTotals('acc_old', [1])).toEqual([6]);
  await stores.close();
  earlier.close();
});
