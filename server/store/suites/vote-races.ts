import { describe, expect, test } from 'vitest';
import type { Stores } from '../stores.ts';
import type { VoteAttempt, VoteOutcome } from '../vote-store.ts';
import { again, COOLDOWN_MS, newAttempt, newVoter, randomText, seedAccount } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

/** Many at once, over one handle and over two. */
export function describeVoteRaces(open: OpenFixture): void {
  describe('races', () => {
    const use = useFixture(open);

    test.each([1, 2])('200 parallel votes of one voter over %i handles: exactly one is counted', async (handles) => {
      const seeded = await seedAccount(use.stores);
      const attempt = newAttempt(seeded);
      const attempts = Array.from({ length: 200 }, () => again(attempt));
      const outcomes = await castAll(await handlesOf(handles), attempts);
      const counted = outcomes.filter((outcome) => outcome.status === 'counted');
      const losers = outcomes.filter((outcome) => outcome.status === 'already_voted');
      expect([counted.length, losers.length]).toEqual([1, 199]);
      const moments = new Set(losers.map((outcome) => outcome.nextVoteAtMs));
      expect([...moments]).toEqual([use.clock.nowMs + COOLDOWN_MS]);
      expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([1]);
      expect(await use.stores.votes.readLog(seeded.accountId, null, 10)).toHaveLength(1);
    });

    test.each([1, 2])('60 voters at once on one key over %i handles: exactly thirty are counted', async (handles) => {
      const seeded = await seedAccount(use.stores);
      const attempts = Array.from({ length: 60 }, () => newAttempt(seeded));
      const outcomes = await castAll(await handlesOf(handles), attempts);
      const counted = outcomes.filter((outcome) => outcome.status === 'counted');
      const limited = outcomes.filter((outcome) => outcome.status === 'rate_limited');
      expect([counted.length, limited.length]).toEqual([30, 30]);
      expect(counted.map((outcome) => outcome.votes).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 30 }, (_, index) => index + 1),
      );
      const left = counted.map((outcome) => outcome.window.remaining).sort((a, b) => a - b);
      expect(left).toEqual(Array.from({ length: 30 }, (_, index) => index));
      expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([30]);
    });

    test('one attempt sent over two handles at once is one vote, answered alike', async () => {
      const seeded = await seedAccount(use.stores);
      const [first, second] = await handlesOf(2);
      for (let round = 1; round <= 20; round += 1) {
        const attempt = newAttempt(seeded);
        const [here, there] = await Promise.all([first!.votes.castVote(attempt), second!.votes.castVote(attempt)]);
        expect(here).toMatchObject({ status: 'counted', votes: round });
        expect({ ...here, window: null }).toEqual({ ...there, window: null });
      }
      expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([20]);
    });

    test('one Idempotency-Key sent over two handles at once is counted once and replayed once', async () => {
      const seeded = await seedAccount(use.stores);
      const attempt = newAttempt(seeded, { idempotency: randomText() });
      const outcomes = await castAll(await handlesOf(2), [attempt, again(attempt)]);
      expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['counted', 'replayed']);
      expect(new Set(outcomes.map((outcome) => ('voteId' in outcome ? outcome.voteId : null))).size).toBe(1);
    });

    test('many voters, servers and handles at once: every total and every log entry is there once', async () => {
      const seeded = await seedAccount(use.stores, 5);
      const voters = Array.from({ length: 40 }, newVoter);
      const attempts = voters.flatMap((voter) =>
        seeded.serverNums.flatMap((serverNum) => {
          const attempt = newAttempt(seeded, { voters: [voter], serverNum, votesPerMinute: 10_000 });
          return [attempt, again(attempt)];
        }),
      );
      const outcomes = await castAll(await handlesOf(2), attempts);
      const ids = outcomes.flatMap((outcome) => (outcome.status === 'counted' ? [outcome.voteId] : []));
      expect(new Set(ids).size).toBe(200);
      expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([40, 40, 40, 40, 40]);
      const log = await use.stores.votes.readLog(seeded.accountId, null, 1_000);
      expect(new Set(log.map((entry) => entry.voteId))).toEqual(new Set(ids));
    });

    async function handlesOf(count: number): Promise<Stores[]> {
      return count === 1 ? [use.stores] : [use.stores, await use.openSecond()];
    }
  });
}

/** Sends attempts over the handles in turn, all before any is answered. */
function castAll(handles: readonly Stores[], attempts: readonly VoteAttempt[]): Promise<VoteOutcome[]> {
  return Promise.all(attempts.map((attempt, index) => handles[index % handles.length]!.votes.castVote(attempt)));
}
