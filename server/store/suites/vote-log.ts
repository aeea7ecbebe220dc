import { describe, expect, test } from 'vitest';
import type { LoggedVote } from '../vote-store.ts';
import { again, DAY_MS, newAttempt, randomText, seedAccount } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

/** A store may trim in blocks: this many entries may outlive their time. */
const TRIM_SLACK = 128;

/** The vote log of an account. */
export function describeVoteLog(open: OpenFixture): void {
  describe('log', () => {
    describeEntries(open);
    describeRetention(open);
  });
}

function describeEntries(open: OpenFixture): void {
  const use = useFixture(open);

  test('an entry holds everything of its vote, in the order of the votes', async () => {
    const seeded = await seedAccount(use.stores, 2);
    const expected: LoggedVote[] = [];
    const kinds = [
      { username: null, via: 'direct' },
      { username: 'mirelle', via: 'hosted' },
      { username: '名前 with "quotes", ü and 🦊', via: 'attested' },
    ] as const;
    for (const kind of kinds) {
      for (const serverNum of seeded.serverNums) {
        const attempt = newAttempt(seeded, { serverNum, ...kind });
        const outcome = await use.stores.votes.castVote(attempt);
        expected.push({
          voteId: 'voteId' in outcome ? outcome.voteId : 'none',
          serverNum,
          timeMs: use.clock.nowMs,
          username: kind.username,
          total: outcome.votes,
          via: kind.via,
          network: attempt.network,
        });
        use.clock.advance(250);
      }
    }
    expect(await use.stores.votes.readLog(seeded.accountId, null, 100)).toEqual(expected);
  });

  test('paging reads every entry once, also when votes come in between', async () => {
    const seeded = await seedAccount(use.stores);
    for (let count = 0; count < 10; count += 1) await use.stores.votes.castVote(newAttempt(seeded));
    const totals: number[] = [];
    let after: string | null = null;
    for (;;) {
      const page: LoggedVote[] = await use.stores.votes.readLog(seeded.accountId, after, 4);
      expect(page.length).toBeLessThanOrEqual(4);
      totals.push(...page.map((entry) => entry.total));
      after = page.at(-1)?.voteId ?? null;
      if (after === null) break;
      if (totals.length < 10) await use.stores.votes.castVote(newAttempt(seeded));
    }
    expect(totals).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  test('reading after the newest entry, or of an account without votes, finds nothing', async () => {
    const seeded = await seedAccount(use.stores);
    const empty = await seedAccount(use.stores);
    const outcome = await use.stores.votes.castVote(newAttempt(seeded));
    const voteId = 'voteId' in outcome ? outcome.voteId : 'none';
    expect(await use.stores.votes.readLog(seeded.accountId, voteId, 10)).toEqual([]);
    expect(await use.stores.votes.readLog(empty.accountId, null, 10)).toEqual([]);
    expect(await use.stores.votes.readLog(randomText(), null, 10)).toEqual([]);
  });

  test('a refusal writes no entry', async () => {
    const seeded = await seedAccount(use.stores);
    const attempt = newAttempt(seeded, { votesPerMinute: 1 });
    await use.stores.votes.castVote(attempt);
    await use.stores.votes.castVote(again(attempt));
    await use.stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 1 }));
    expect(await use.stores.votes.readLog(seeded.accountId, null, 10)).toHaveLength(1);
  });
}

function describeRetention(open: OpenFixture): void {
  const use = useFixture(open, { voteLogDays: 10 });

  test('a vote is shown for as long as the log is kept and from then on hidden, though nobody votes', async () => {
    const seeded = await seedAccount(use.stores);
    const startMs = use.clock.nowMs;
    for (let count = 0; count < 3; count += 1) {
      await use.stores.votes.castVote(newAttempt(seeded));
      use.clock.advance(1_000);
    }
    const whole = await use.stores.votes.readLog(seeded.accountId, null, 10);
    const second = await use.openSecond();
    for (const gone of [1, 2, 3]) {
      use.clock.nowMs = startMs + (gone - 1) * 1_000 + 10 * DAY_MS - 1;
      expect(await use.stores.votes.readLog(seeded.accountId, null, 10)).toEqual(whole.slice(gone - 1));
      use.clock.advance(1);
      for (const { votes } of [use.stores, second]) {
        expect(await votes.readLog(seeded.accountId, null, 10)).toEqual(whole.slice(gone));
        expect(await votes.readLog(seeded.accountId, whole[0]!.voteId, 10)).toEqual(whole.slice(gone));
        expect(await votes.readLog(seeded.accountId, null, 1)).toEqual(whole.slice(gone, gone + 1));
      }
    }
    expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([3]);
  });

  test('votes older than the log is kept for are trimmed by later votes, totals and days stay', async () => {
    const seeded = await seedAccount(use.stores);
    const votesPerMinute = 10_000;
    const oldMs = use.clock.nowMs;
    await castMany(400);
    use.clock.advance(10 * DAY_MS - 1);
    await castMany(1);
    expect(await countSince(0)).toBe(401);
    use.clock.advance(DAY_MS);
    await castMany(400);
    expect(await countSince(oldMs + 1)).toBe(401);
    expect((await countSince(0)) - 401).toBeLessThanOrEqual(TRIM_SLACK);
    expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([801]);
    const days = await use.stores.votes.readDays(seeded.accountId, seeded.serverNums[0]!);
    expect(days.map((day) => day.votes)).toEqual([400, 1, 400]);

    async function castMany(count: number): Promise<void> {
      const attempts = Array.from({ length: count }, () => newAttempt(seeded, { votesPerMinute }));
      await Promise.all(attempts.map((attempt) => use.stores.votes.castVote(attempt)));
    }

    async function countSince(timeMs: number): Promise<number> {
      const log = await use.stores.votes.readLog(seeded.accountId, null, 10_000);
      return log.filter((entry) => entry.timeMs >= timeMs).length;
    }
  });
}
