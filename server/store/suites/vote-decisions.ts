import { describe, expect, test } from 'vitest';
import { again, COOLDOWN_MS, checkOf, newAttempt, newVoter, randomText, seedAccount } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

const VOTE_ID = /^\d+-\d+$/;

/** What becomes of one attempt, looked at alone. */
export function describeVoteDecisions(open: OpenFixture): void {
  describe('decisions', () => {
    const use = useFixture(open);

    test('a first vote is counted and its whole answer is right', async () => {
      const seeded = await seedAccount(use.stores);
      const outcome = await use.stores.votes.castVote(newAttempt(seeded));
      expect(outcome).toEqual({
        status: 'counted',
        nowMs: use.clock.nowMs,
        votes: 1,
        voteId: expect.stringMatching(VOTE_ID),
        nextVoteAtMs: use.clock.nowMs + COOLDOWN_MS,
        window: { limit: 30, remaining: 29, resetMs: 60_000 },
      });
    });

    test('a second vote of the same voter is refused, names the same moment and spends nothing', async () => {
      const seeded = await seedAccount(use.stores);
      const attempt = newAttempt(seeded);
      const votedAtMs = use.clock.nowMs;
      await use.stores.votes.castVote(attempt);
      use.clock.advance(7_001);
      const refused = await use.stores.votes.castVote(again(attempt));
      expect(refused).toEqual({
        status: 'already_voted',
        nowMs: votedAtMs + 7_001,
        votes: 1,
        nextVoteAtMs: votedAtMs + COOLDOWN_MS,
        window: { limit: 30, remaining: 29, resetMs: 52_999 },
      });
      expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([1]);
      expect(await use.stores.votes.readLog(seeded.accountId, null, 10)).toHaveLength(1);
    });

    test('a refusal tells the votes of now, not those of the voter’s own vote', async () => {
      const seeded = await seedAccount(use.stores);
      const attempt = newAttempt(seeded);
      await use.stores.votes.castVote(attempt);
      await use.stores.votes.castVote(newAttempt(seeded));
      expect(await use.stores.votes.castVote(again(attempt))).toMatchObject({ status: 'already_voted', votes: 2 });
    });

    test('another voter, another server and another account are counted apart', async () => {
      const seeded = await seedAccount(use.stores, 2);
      const other = await seedAccount(use.stores);
      const voters = [newVoter()];
      const first = newAttempt(seeded, { voters });
      const attempts = [
        first,
        newAttempt(seeded),
        newAttempt(seeded, { voters, serverNum: seeded.serverNums[1]! }),
        newAttempt(other, { voters }),
      ];
      const outcomes = await Promise.all(attempts.map((attempt) => use.stores.votes.castVote(attempt)));
      expect(outcomes.map((outcome) => [outcome.status, outcome.votes])).toEqual([
        ['counted', 1],
        ['counted', 2],
        ['counted', 1],
        ['counted', 1],
      ]);
      expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([2, 1]);
      expect(await use.stores.votes.readTotals(other.accountId, other.serverNums)).toEqual([1]);
    });

    test('another key of the account does not reopen the vote', async () => {
      const seeded = await seedAccount(use.stores);
      const attempt = newAttempt(seeded);
      await use.stores.votes.castVote(attempt);
      const refused = await use.stores.votes.castVote(again(attempt, { keyId: randomText(), via: 'hosted' }));
      expect(refused).toMatchObject({
        status: 'already_voted',
        window: { limit: 30, remaining: 30, resetMs: 0 },
      });
    });

    test('the cooldown is that of the vote, whatever a later attempt brings along', async () => {
      const seeded = await seedAccount(use.stores);
      const attempt = newAttempt(seeded, { cooldownMs: 5_000 });
      const counted = await use.stores.votes.castVote(attempt);
      expect(counted).toMatchObject({ nextVoteAtMs: use.clock.nowMs + 5_000 });
      const refused = await use.stores.votes.castVote(again(attempt, { cooldownMs: COOLDOWN_MS }));
      expect(refused).toMatchObject({ status: 'already_voted', nextVoteAtMs: use.clock.nowMs + 5_000 });
    });

    test('a check agrees with the vote in every state and spends nothing', async () => {
      const seeded = await seedAccount(use.stores, 3);
      const attempt = newAttempt(seeded, { votesPerMinute: 2 });
      const question = { ...checkOf(attempt), serverNums: [...seeded.serverNums, seeded.serverNums[0]!] };
      const free = { nextVoteAtMs: null, votes: 0 };
      expect(await use.stores.votes.checkVotes(question)).toEqual({
        nowMs: use.clock.nowMs,
        window: { limit: 2, remaining: 2, resetMs: 0 },
        servers: [free, free, free, free],
      });
      await use.stores.votes.castVote(attempt);
      const taken = { nextVoteAtMs: use.clock.nowMs + COOLDOWN_MS, votes: 1 };
      use.clock.advance(1_000);
      for (let round = 0; round < 3; round += 1) {
        expect(await use.stores.votes.checkVotes(question)).toEqual({
          nowMs: use.clock.nowMs,
          window: { limit: 2, remaining: 1, resetMs: 59_000 },
          servers: [taken, free, free, taken],
        });
      }
      await use.stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 2, serverNum: seeded.serverNums[2]! }));
      expect(await use.stores.votes.checkVotes(question)).toEqual({
        nowMs: use.clock.nowMs,
        window: { limit: 2, remaining: 0, resetMs: 59_000 },
        servers: [taken, free, { nextVoteAtMs: null, votes: 1 }, taken],
      });
    });

    test('a check of no server at all tells the minute of the key', async () => {
      const seeded = await seedAccount(use.stores);
      const attempt = newAttempt(seeded);
      await use.stores.votes.castVote(attempt);
      expect(await use.stores.votes.checkVotes({ ...checkOf(attempt), serverNums: [] })).toEqual({
        nowMs: use.clock.nowMs,
        window: { limit: 30, remaining: 29, resetMs: 60_000 },
        servers: [],
      });
    });

    test('totals are told in the order asked, and 0 for a server without votes', async () => {
      const seeded = await seedAccount(use.stores, 3);
      const [first, second, third] = seeded.serverNums;
      await use.stores.votes.castVote(newAttempt(seeded, { serverNum: third! }));
      await use.stores.votes.castVote(newAttempt(seeded, { serverNum: third! }));
      await use.stores.votes.castVote(newAttempt(seeded, { serverNum: first! }));
      expect(await use.stores.votes.readTotals(seeded.accountId, [third!, second!, first!, third!])).toEqual([
        2, 0, 1, 2,
      ]);
      expect(await use.stores.votes.readTotals(seeded.accountId, [])).toEqual([]);
    });
  });
}
