import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { again, checkOf, newAttempt, seedAccount } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

const TWELVE_HOURS_MS = 43_200_000;

interface Zone {
  readonly zone: string;
  /** Both changes of a year, with what a wall clock there is behind UTC, in minutes, before and after. */
  readonly changes: readonly { readonly at: string; readonly before: number; readonly after: number }[];
  readonly localMidnight: string;
}

const ZONES: readonly Zone[] = [
  {
    zone: 'Europe/Berlin',
    changes: [
      { at: '2026-03-29T01:00:00.000Z', before: -60, after: -120 },
      { at: '2026-10-25T01:00:00.000Z', before: -120, after: -60 },
    ],
    localMidnight: '2026-07-14T22:00:00.000Z',
  },
  {
    zone: 'America/New_York',
    changes: [
      { at: '2026-03-08T07:00:00.000Z', before: 300, after: 240 },
      { at: '2026-11-01T06:00:00.000Z', before: 240, after: 300 },
    ],
    localMidnight: '2026-07-15T04:00:00.000Z',
  },
];

/** Twelve hours and days of UTC, in a process whose own time zone changes its clocks meanwhile. */
export function describeVoteTimeZones(name: string, open: OpenFixture): void {
  describe.each(ZONES)(`VoteStore on ${name} in $zone`, ({ zone, changes, localMidnight }) => {
    // The zone comes before the fixture, so that what the fixture starts runs in it too.
    useTimeZone(zone);
    const use = useFixture(open);

    test.each(changes)('a vote locks for 43,200,000 ms across the change of $at', async ({ at, before, after }) => {
      const changeMs = Date.parse(at);
      expect(new Date(changeMs - 1).getTimezoneOffset()).toBe(before);
      expect(new Date(changeMs).getTimezoneOffset()).toBe(after);
      for (const castMs of [changeMs - TWELVE_HOURS_MS + 1, changeMs - 3_600_000, changeMs - 1, changeMs]) {
        const seeded = await seedAccount(use.stores);
        const attempt = newAttempt(seeded);
        use.clock.nowMs = castMs;
        const counted = await use.stores.votes.castVote(attempt);
        if (counted.status !== 'counted') throw new Error(`the first vote was ${counted.status}`);
        expect(counted.nowMs).toBe(castMs);
        expect(counted.nextVoteAtMs - counted.nowMs).toBe(TWELVE_HOURS_MS);
        use.clock.nowMs = counted.nextVoteAtMs - 1;
        const refused = await use.stores.votes.castVote(again(attempt));
        expect(refused).toMatchObject({ status: 'already_voted', nextVoteAtMs: castMs + TWELVE_HOURS_MS });
        const checked = await use.stores.votes.checkVotes(checkOf(attempt));
        expect(checked.servers[0]?.nextVoteAtMs).toBe(castMs + TWELVE_HOURS_MS);
        use.clock.advance(1);
        expect((await use.stores.votes.castVote(again(attempt))).status).toBe('counted');
      }
    });

    test('days end at midnight of UTC and not of the zone, also on the days of the changes', async () => {
      const seeded = await seedAccount(use.stores);
      const midnightMs = Date.parse(localMidnight);
      expect([new Date(midnightMs).getHours(), new Date(midnightMs).getMinutes()]).toEqual([0, 0]);
      const days = [localMidnight, ...changes.map(({ at }) => at)].map((instant) => instant.slice(0, 10)).sort();
      for (const day of days) {
        const startMs = Date.parse(`${day}T00:00:00.000Z`);
        const endMs = startMs + 2 * TWELVE_HOURS_MS - 1;
        const inside = [localMidnight, ...changes.map(({ at }) => at)].filter((instant) => instant.startsWith(day));
        for (const timeMs of [startMs, ...inside.flatMap((at) => [Date.parse(at) - 1, Date.parse(at)]), endMs]) {
          use.clock.nowMs = timeMs;
          expect((await use.stores.votes.castVote(newAttempt(seeded))).status).toBe('counted');
        }
      }
      const counts = await use.stores.votes.readDays(seeded.accountId, seeded.serverNums[0]!);
      expect(counts).toEqual(days.map((day) => ({ day, votes: 4 })));
    });
  });
}

/** Sets the time zone of this process; Node takes it up at once. */
function useTimeZone(zone: string): void {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
}
