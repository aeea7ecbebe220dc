import { expect, test } from 'vitest';
import { again, castMany, checkOf, MINUTE_MS, newAttempt, seedAccount } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

const TWO_HOURS_MS = 2 * 60 * MINUTE_MS;

/** A key's sliding minute, after the clock went back. */
export function describeWindowWhenClockIsBack(open: OpenFixture): void {
  const use = useFixture(open);

  test('a clock that goes back two hours blocks a full key for 60 s at most', async () => {
    const seeded = await seedAccount(use.stores);
    await castMany(use.stores, seeded, 30);
    use.clock.advance(-TWO_HOURS_MS);
    const late = newAttempt(seeded);
    expect(await use.stores.votes.castVote(late)).toMatchObject({
      status: 'rate_limited',
      window: { limit: 30, remaining: 0, resetMs: 60_000 },
    });
    use.clock.advance(59_999);
    expect((await use.stores.votes.castVote(again(late))).status).toBe('rate_limited');
    use.clock.advance(1);
    expect((await use.stores.votes.castVote(again(late))).status).toBe('counted');
  });

  test('votes from a later time still count when the clock went back', async () => {
    const seeded = await seedAccount(use.stores);
    await castMany(use.stores, seeded, 20);
    use.clock.advance(-TWO_HOURS_MS);
    const attempt = newAttempt(seeded);
    const checked = await use.stores.votes.checkVotes(checkOf(attempt));
    expect(checked.window).toEqual({ limit: 30, remaining: 10, resetMs: 60_000 });
    const counted = await use.stores.votes.castVote(attempt);
    expect(counted.window).toEqual({ limit: 30, remaining: 9, resetMs: 60_000 });
    const second = await use.openSecond();
    expect((await second.votes.checkVotes(checkOf(attempt))).window).toEqual(counted.window);
    use.clock.advance(30_000);
    expect((await second.votes.castVote(newAttempt(seeded))).window.remaining).toBe(8);
    use.clock.advance(30_000);
    const healed = await use.stores.votes.castVote(newAttempt(seeded));
    expect(healed).toMatchObject({ status: 'counted', window: { limit: 30, remaining: 28, resetMs: 30_000 } });
  });

  test.each([30_000, TWO_HOURS_MS])(
    'what had left the minute before the clock went back by %i ms comes back for all or for nobody',
    async (backMs) => {
      const seeded = await seedAccount(use.stores);
      await castMany(use.stores, seeded, 1);
      use.clock.advance(MINUTE_MS);
      // Is refused, and finds that the vote has left.
      await use.stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 0 }));
      use.clock.advance(-backMs);
      const { status, window } = await use.stores.votes.castVote(newAttempt(seeded));
      expect(status).toBe('counted');
      const second = await use.openSecond();
      expect((await second.votes.checkVotes(checkOf(newAttempt(seeded)))).window).toEqual(window);
    },
  );

  test('a check made while the clock is back never shows more than 60 s', async () => {
    const seeded = await seedAccount(use.stores);
    await castMany(use.stores, seeded, 30);
    use.clock.advance(-TWO_HOURS_MS);
    const checked = await use.stores.votes.checkVotes(checkOf(newAttempt(seeded)));
    expect(checked.window).toEqual({ limit: 30, remaining: 0, resetMs: 60_000 });
  });
}
