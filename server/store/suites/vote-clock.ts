import { describe, expect, test } from 'vitest';
import type { Stores } from '../stores.ts';
import { again, COOLDOWN_MS, checkOf, newAttempt, seedAccount } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

const TWO_HOURS_MS = 2 * 60 * 60 * 1000;

/** Instants at which some clock on a wall jumps, or a calendar does something rare. */
const JUMPS = [
  ['Berlin springs forward', '2026-03-29T01:00:00.000Z'],
  ['Berlin falls back', '2026-10-25T01:00:00.000Z'],
  ['New York springs forward', '2026-03-08T07:00:00.000Z'],
  ['Los Angeles falls back', '2026-11-01T09:00:00.000Z'],
  ['Lord Howe moves by half an hour', '2026-04-04T15:00:00.000Z'],
  ['the leap day of 2028 begins', '2028-02-29T00:00:00.000Z'],
  ['the year ends', '2026-12-31T23:59:59.999Z'],
] as const;

/** Twelve hours are twelve hours, whatever clocks do. */
export function describeVoteClock(open: OpenFixture): void {
  describe('time', () => {
    const use = useFixture(open);

    test('nextVoteAt - 1 ms is refused, nextVoteAt is counted, round after round', async () => {
      const seeded = await seedAccount(use.stores);
      const attempt = newAttempt(seeded);
      for (let round = 1; round <= 5; round += 1) {
        const counted = await use.stores.votes.castVote(again(attempt));
        const nextVoteAtMs = use.clock.nowMs + COOLDOWN_MS;
        expect(counted).toMatchObject({ status: 'counted', votes: round, nextVoteAtMs });
        use.clock.advance(COOLDOWN_MS - 1);
        const refused = await use.stores.votes.castVote(again(attempt));
        expect(refused).toMatchObject({ status: 'already_voted', nextVoteAtMs, votes: round });
        const before = await use.stores.votes.checkVotes(checkOf(attempt));
        expect(before.servers).toEqual([{ nextVoteAtMs, votes: round }]);
        use.clock.advance(1);
        const after = await use.stores.votes.checkVotes(checkOf(attempt));
        expect(after.servers).toEqual([{ nextVoteAtMs: null, votes: round }]);
      }
    });

    test.each(JUMPS)('twelve hours stay twelve hours when %s', async (_name, instant) => {
      const seeded = await seedAccount(use.stores);
      const attempt = newAttempt(seeded);
      use.clock.setTo(instant);
      use.clock.advance(-COOLDOWN_MS / 2);
      const counted = await use.stores.votes.castVote(attempt);
      const nextVoteAtMs = use.clock.nowMs + 43_200_000;
      expect(counted).toMatchObject({ status: 'counted', nextVoteAtMs });
      use.clock.nowMs = nextVoteAtMs - 1;
      expect(await use.stores.votes.castVote(again(attempt))).toMatchObject({ status: 'already_voted', nextVoteAtMs });
      use.clock.nowMs = nextVoteAtMs;
      expect((await use.stores.votes.castVote(again(attempt))).status).toBe('counted');
    });

    test('a clock that goes back two hours moves no nextVoteAt and gives no second vote', async () => {
      const seeded = await seedAccount(use.stores);
      const attempt = newAttempt(seeded);
      const nextVoteAtMs = use.clock.nowMs + COOLDOWN_MS;
      await use.stores.votes.castVote(attempt);
      use.clock.advance(-TWO_HOURS_MS);
      for (const forward of [0, 60_000, TWO_HOURS_MS, COOLDOWN_MS - 60_001]) {
        use.clock.advance(forward);
        const refused = await use.stores.votes.castVote(again(attempt));
        expect(refused).toMatchObject({ status: 'already_voted', nextVoteAtMs, votes: 1 });
        const checked = await use.stores.votes.checkVotes(checkOf(attempt));
        expect(checked.servers).toEqual([{ nextVoteAtMs, votes: 1 }]);
      }
      use.clock.advance(1);
      expect((await use.stores.votes.castVote(again(attempt))).status).toBe('counted');
    });

    test('a lock that was over holds again when the clock goes back before its end', async () => {
      const seeded = await seedAccount(use.stores);
      const attempt = newAttempt(seeded);
      const nextVoteAtMs = use.clock.nowMs + COOLDOWN_MS;
      await use.stores.votes.castVote(attempt);
      use.clock.nowMs = nextVoteAtMs;
      // Votes of others take away what is over, were it not kept for a while.
      for (let count = 0; count < 10; count += 1) await use.stores.votes.castVote(newAttempt(seeded));
      use.clock.advance(-TWO_HOURS_MS);
      const refused = await use.stores.votes.castVote(again(attempt));
      expect(refused).toMatchObject({ status: 'already_voted', nextVoteAtMs });
    });

    test('vote ids grow also while the clock goes back, and the log tells the time of the clock', async () => {
      const seeded = await seedAccount(use.stores);
      const times: number[] = [];
      for (const step of [0, 0, 1, -TWO_HOURS_MS, 0, 5, 2 * TWO_HOURS_MS]) {
        use.clock.advance(step);
        times.push(use.clock.nowMs);
        await use.stores.votes.castVote(newAttempt(seeded));
      }
      const log = await use.stores.votes.readLog(seeded.accountId, null, 100);
      expect(log.map((entry) => entry.timeMs)).toEqual(times);
      expect(log.map((entry) => entry.total)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      const ids = log.map((entry) => entry.voteId);
      for (const [index, id] of ids.entries()) {
        if (index > 0) expect(isLater(id, ids[index - 1]!)).toBe(true);
      }
    });

    test('vote ids grow also where the newest votes went with their server while the clock goes back', async () => {
      const seeded = await seedAccount(use.stores, 2);
      const [going = 0, staying = 0] = seeded.serverNums;
      const ids: string[] = [];
      const cast = async ({ votes }: Stores, serverNum: number) => {
        const outcome = await votes.castVote(newAttempt(seeded, { serverNum }));
        ids.push('voteId' in outcome ? outcome.voteId : outcome.status);
      };
      await cast(use.stores, staying);
      use.clock.advance(1_000);
      for (let count = 0; count < 3; count += 1) await cast(use.stores, going);
      await use.stores.directory.deleteServer(seeded.serverIds[0]!);
      use.clock.advance(-TWO_HOURS_MS);
      await cast(await use.openSecond(), staying);
      await cast(use.stores, staying);
      for (const [index, id] of ids.entries()) {
        if (index > 0) expect(isLater(id, ids[index - 1]!), `${id} after ${ids[index - 1]}`).toBe(true);
      }
    });

    test('a clock that goes back over midnight and forth again adds to both days, in each process', async () => {
      const seeded = await seedAccount(use.stores);
      const second = await use.openSecond();
      for (const instant of ['2026-02-27T23:59:59Z', '2026-02-28T00:00:00Z', '2026-02-27T23:59:59Z']) {
        use.clock.setTo(instant);
        for (const { votes } of [use.stores, second, use.stores]) await votes.castVote(newAttempt(seeded));
      }
      for (const { votes } of [use.stores, second]) {
        expect(await votes.readDays(seeded.accountId, seeded.serverNums[0]!)).toEqual([
          { day: '2026-02-27', votes: 6 },
          { day: '2026-02-28', votes: 3 },
        ]);
      }
    });

    test('days are counted in UTC, oldest first', async () => {
      const seeded = await seedAccount(use.stores, 2);
      for (const instant of [
        '2026-02-27T23:59:59.999Z',
        '2026-02-28T00:00:00.000Z',
        '2026-02-28T23:59:59.999Z',
        '2026-03-01T00:00:00.000Z',
        '2027-01-01T00:00:00.000Z',
      ]) {
        use.clock.setTo(instant);
        await use.stores.votes.castVote(newAttempt(seeded));
      }
      expect(await use.stores.votes.readDays(seeded.accountId, seeded.serverNums[0]!)).toEqual([
        { day: '2026-02-27', votes: 1 },
        { day: '2026-02-28', votes: 2 },
        { day: '2026-03-01', votes: 1 },
        { day: '2027-01-01', votes: 1 },
      ]);
      expect(await use.stores.votes.readDays(seeded.accountId, seeded.serverNums[1]!)).toEqual([]);
    });
  });
}

function isLater(id: string, earlier: string): boolean {
  const [ms = 0, seq = 0] = id.split('-').map(Number);
  const [earlierMs = 0, earlierSeq = 0] = earlier.split('-').map(Number);
  return ms > earlierMs || (ms === earlierMs && seq > earlierSeq);
}
