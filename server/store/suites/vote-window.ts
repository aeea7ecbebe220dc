import { describe, expect, test } from 'vitest';
import type { VoteOutcome } from '../vote-store.ts';
import {
  again,
  castMany,
  checkOf,
  MINUTE_MS,
  newAttempt,
  randomText,
  type SeededAccount,
  seedAccount,
} from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';
import { describeWindowWhenClockIsBack } from './vote-window-clock.ts';

/** A key's sliding minute. */
export function describeVoteWindow(open: OpenFixture): void {
  describe('votes per minute of a key', () => {
    describeEdges(open);
    describeSpending(open);
    describeWindowWhenClockIsBack(open);
  });
}

function describeEdges(open: OpenFixture): void {
  const use = useFixture(open);

  test('the thirty-first vote is refused, a vote leaves at exactly 60,000 ms', async () => {
    const seeded = await seedAccount(use.stores);
    await castMany(use.stores, seeded, 30);
    const late = newAttempt(seeded);
    expect(await use.stores.votes.castVote(late)).toEqual({
      status: 'rate_limited',
      nowMs: use.clock.nowMs,
      votes: 30,
      window: { limit: 30, remaining: 0, resetMs: 60_000 },
    });
    use.clock.advance(59_999);
    expect(await use.stores.votes.castVote(again(late))).toMatchObject({
      status: 'rate_limited',
      window: { limit: 30, remaining: 0, resetMs: 1 },
    });
    use.clock.advance(1);
    expect(await use.stores.votes.castVote(again(late))).toMatchObject({
      status: 'counted',
      votes: 31,
      window: { limit: 30, remaining: 29, resetMs: 60_000 },
    });
  });

  test('the window slides: each vote leaves 60,000 ms after itself, not all at once', async () => {
    const seeded = await seedAccount(use.stores);
    const startMs = use.clock.nowMs;
    for (const remaining of [2, 1, 0]) {
      const outcome = await use.stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 3 }));
      expect(outcome.window.remaining).toBe(remaining);
      use.clock.advance(10_000);
    }
    for (const leavesAtMs of [60_000, 70_000, 80_000]) {
      use.clock.nowMs = startMs + leavesAtMs - 1;
      const refused = await use.stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 3 }));
      expect(refused).toMatchObject({ status: 'rate_limited', window: { resetMs: 1 } });
      use.clock.advance(1);
      const counted = await use.stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 3 }));
      expect(counted).toMatchObject({ status: 'counted', window: { remaining: 0 } });
    }
  });

  test('waiting exactly resetMs succeeds, whenever the votes came', async () => {
    const seeded = await seedAccount(use.stores);
    for (let round = 0; round < 40; round += 1) {
      const attempt = newAttempt(seeded, { votesPerMinute: 5 });
      const outcome = await use.stores.votes.castVote(attempt);
      if (outcome.status === 'rate_limited') {
        use.clock.advance(outcome.window.resetMs);
        expect((await use.stores.votes.castVote(again(attempt))).status).toBe('counted');
      }
      use.clock.advance(1 + Math.floor(Math.random() * 9_000));
    }
  });

  test('an empty window resets in 0 ms and shows the whole limit', async () => {
    const seeded = await seedAccount(use.stores);
    const attempt = newAttempt(seeded);
    await use.stores.votes.castVote(attempt);
    use.clock.advance(60_000);
    const checked = await use.stores.votes.checkVotes(checkOf(attempt));
    expect(checked.window).toEqual({ limit: 30, remaining: 30, resetMs: 0 });
  });
}

function describeSpending(open: OpenFixture): void {
  const use = useFixture(open);

  test('an earlier vote is found before the quota is looked at', async () => {
    const seeded = await seedAccount(use.stores);
    const attempt = newAttempt(seeded, { idempotency: randomText() });
    const counted = await use.stores.votes.castVote(attempt);
    await castMany(use.stores, seeded, 29);
    const replayed = await use.stores.votes.castVote(again(attempt));
    const refused = await use.stores.votes.castVote(again(attempt, { idempotency: null }));
    const repeated = await use.stores.votes.castVote(attempt);
    const full = { limit: 30, remaining: 0, resetMs: 60_000 };
    expect(replayed).toEqual({ ...counted, status: 'replayed', window: full });
    expect(refused).toMatchObject({ status: 'already_voted', votes: 30, window: full });
    expect(repeated).toEqual({ ...counted, window: full });
  });

  test('duplicates and replays spend nothing', async () => {
    const seeded = await seedAccount(use.stores);
    const attempt = newAttempt(seeded, { votesPerMinute: 2, idempotency: randomText() });
    await use.stores.votes.castVote(attempt);
    for (let round = 0; round < 20; round += 1) {
      const idempotency = round % 2 === 0 ? attempt.idempotency : null;
      const outcome = await use.stores.votes.castVote(again(attempt, { idempotency }));
      expect(outcome.window.remaining).toBe(1);
    }
    expect((await use.stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 2 }))).status).toBe('counted');
  });

  test('a refusal for the quota changes nothing', async () => {
    const seeded = await seedAccount(use.stores, 2);
    await castMany(use.stores, seeded, 30);
    const late = newAttempt(seeded, { serverNum: seeded.serverNums[1]!, idempotency: randomText() });
    for (let round = 0; round < 5; round += 1) await use.stores.votes.castVote(again(late));
    expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([30, 0]);
    expect(await use.stores.votes.readDays(seeded.accountId, late.serverNum)).toEqual([]);
    expect(await use.stores.votes.readLog(seeded.accountId, null, 100)).toHaveLength(30);
    const checked = await use.stores.votes.checkVotes(checkOf(late));
    expect(checked.servers).toEqual([{ nextVoteAtMs: null, votes: 0 }]);
    use.clock.advance(MINUTE_MS);
    expect(await use.stores.votes.castVote(again(late))).toMatchObject({ status: 'counted', votes: 1 });
  });

  test('every key has a minute of its own', async () => {
    const seeded = await seedAccount(use.stores);
    const other = await seedAccount(use.stores);
    await castMany(use.stores, seeded, 30);
    const outcomes = [
      await use.stores.votes.castVote(newAttempt(seeded, { keyId: randomText() })),
      await use.stores.votes.castVote(newAttempt(other)),
    ];
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['counted', 'counted']);
  });

  test('a limit that was lowered refuses at once and never shows less than nothing', async () => {
    const seeded = await seedAccount(use.stores);
    await fillSecondBySecond(seeded);
    const refused = await use.stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 4 }));
    expect(refused).toMatchObject({ status: 'rate_limited', window: { limit: 4, remaining: 0 } });
    const raised = await use.stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 12 }));
    expect(raised).toMatchObject({ status: 'counted', window: { limit: 12, remaining: 1, resetMs: 50_000 } });
  });

  test('a limit that was lowered takes a vote after exactly resetMs, and not a millisecond before', async () => {
    const seeded = await seedAccount(use.stores);
    await fillSecondBySecond(seeded);
    const attempt = newAttempt(seeded, { votesPerMinute: 4 });
    // Of ten votes seven have to leave; the seventh was cast four seconds ago.
    const full = { limit: 4, remaining: 0, resetMs: 56_000 };
    expect((await use.stores.votes.checkVotes(checkOf(attempt))).window).toEqual(full);
    expect(await use.stores.votes.castVote(attempt)).toMatchObject({ status: 'rate_limited', window: full });
    use.clock.advance(full.resetMs - 1);
    expect(await use.stores.votes.castVote(again(attempt))).toMatchObject({
      status: 'rate_limited',
      window: { remaining: 0, resetMs: 1 },
    });
    use.clock.advance(1);
    expect(await use.stores.votes.castVote(again(attempt))).toMatchObject({
      status: 'counted',
      window: { limit: 4, remaining: 0, resetMs: 1_000 },
    });
  });

  test('a limit that was lowered to nothing resets when the last vote has left', async () => {
    const seeded = await seedAccount(use.stores);
    await fillSecondBySecond(seeded);
    const attempt = newAttempt(seeded, { votesPerMinute: 0 });
    const window = { limit: 0, remaining: 0, resetMs: 59_000 };
    expect(await use.stores.votes.castVote(attempt)).toMatchObject({ status: 'rate_limited', window });
    expect((await use.stores.votes.checkVotes(checkOf(attempt))).window).toEqual(window);
    use.clock.advance(59_000);
    expect((await use.stores.votes.castVote(attempt)).window).toEqual({ ...window, resetMs: 0 });
  });

  test('a limit far above thirty is kept to the vote', async () => {
    const seeded = await seedAccount(use.stores);
    const attempts = Array.from({ length: 1_005 }, () => newAttempt(seeded, { votesPerMinute: 1_000 }));
    const outcomes: VoteOutcome[] = [];
    // A slow machine would not answer all of them within the time of a command.
    for (let from = 0; from < attempts.length; from += 100) {
      const some = attempts.slice(from, from + 100).map((attempt) => use.stores.votes.castVote(attempt));
      outcomes.push(...(await Promise.all(some)));
    }
    expect(outcomes.filter((outcome) => outcome.status === 'counted')).toHaveLength(1_000);
    use.clock.advance(MINUTE_MS);
    const next = await use.stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 1_000 }));
    expect(next).toMatchObject({ status: 'counted', window: { remaining: 999 } });
  });

  async function fillSecondBySecond(seeded: SeededAccount): Promise<void> {
    for (let count = 0; count < 10; count += 1) {
      await castMany(use.stores, seeded, 1);
      use.clock.advance(1_000);
    }
  }
}
