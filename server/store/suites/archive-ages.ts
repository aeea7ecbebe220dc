import { expect, test } from 'vitest';
import type { ArchiveRecord } from '../store-archive.ts';
import type { Stores } from '../stores.ts';
import { DAY_MS, newServer, randomText } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

export const AGED_ACCOUNT = 'acc_aged';

/** How long a log is kept is for the service to say, not for the process that copies it. */
export function describeAges(open: OpenFixture, openTarget: OpenFixture): void {
  const keptForTwoDays = { voteLogDays: 2, housekeeping: false };
  const use = useFixture(open, keptForTwoDays);

  test('votes older than the log is kept are loaded and dumped like all others', async () => {
    const agesMs = [300 * DAY_MS, 2 * DAY_MS + 1, 2 * DAY_MS, 2 * DAY_MS - 1, 2 * DAY_MS - 1_000, 1];
    await loadLogOfAges(use.stores, agesMs, use.clock.nowMs);
    const votes = await dumpVotes(use.stores);
    expect(votes.map((vote) => use.clock.nowMs - vote.timeMs)).toEqual(agesMs);
    expect(await use.stores.votes.readLog(AGED_ACCOUNT, null, 10)).toEqual(votes.slice(3));
    use.clock.advance(DAY_MS);
    const copy = await openTarget({ clock: () => use.clock.nowMs, ...keptForTwoDays });
    try {
      await copy.stores.archive.load(use.stores.archive.dump());
      use.clock.advance(DAY_MS);
      expect(await dumpVotes(copy.stores)).toEqual(votes);
    } finally {
      await copy.close();
    }
  });
}

/** Loads an account whose votes have these ages, the oldest first, into an empty store. */
export async function loadLogOfAges(stores: Stores, agesMs: readonly number[], nowMs: number): Promise<void> {
  await stores.archive.load(logOfAges(agesMs, nowMs));
}

export async function dumpVotes(stores: Stores) {
  const records: ArchiveRecord[] = [];
  for await (const record of stores.archive.dump()) records.push(record);
  return records.flatMap((record) => (record.type === 'vote' ? [record.vote] : []));
}

async function* logOfAges(agesMs: readonly number[], nowMs: number): AsyncGenerator<ArchiveRecord> {
  const account = { id: AGED_ACCOUNT, username: 'aged', createdAt: '2026-01-02T03:04:05.678Z' };
  const accountId = account.id;
  yield { type: 'account', account, lastServerNum: 1 };
  yield { type: 'server', server: { ...newServer(), accountId, num: 1 } };
  yield { type: 'total', accountId, serverNum: 1, votes: agesMs.length };
  for (const [index, ageMs] of agesMs.entries()) {
    const timeMs = nowMs - ageMs;
    const network = randomText(8);
    const vote = { voteId: `${timeMs}-0`, serverNum: 1, timeMs, username: null, total: index + 1, network };
    yield { type: 'vote', accountId, vote: { ...vote, via: 'direct' } };
  }
}
