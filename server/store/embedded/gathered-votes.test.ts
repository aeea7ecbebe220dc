import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectGarbage, oldBytes } from '../../testing/heap.ts';
import { GatheredVotes } from './gathered-votes.ts';
import type { LogValues } from './log-rows.ts';

const MS = 1_772_000_000_000;

const vote: fc.Arbitrary<LogValues> = fc.tuple(
  fc.integer({ min: 1, max: 3 }),
  fc.nat(Number.MAX_SAFE_INTEGER),
  fc.nat(),
  fc.nat(),
  fc.nat(),
  fc.option(fc.string()),
  fc.nat(),
  fc.nat(2),
  fc.string(),
  fc.option(fc.nat()),
);
const drop = fc.record({
  account: fc.integer({ min: 1, max: 3 }),
  votes: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
});

describe('gathered votes', () => {
  test('are those of each account that were added and not let go of, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(vote, drop), { maxLength: 100 }), (steps) => {
        const votes = new GatheredVotes();
        let expected: LogValues[] = [];
        for (const step of steps) {
          if (Array.isArray(step)) {
            votes.add(step);
            expected.push(step);
          } else {
            votes.drop(step.account, step.votes);
            const oldest = expected.filter(([account]) => account === step.account).slice(0, step.votes);
            expected = expected.filter((values) => !oldest.includes(values));
          }
        }
        expect(new Set(votes.accounts)).toEqual(new Set(expected.map(([account]) => account)));
        for (const account of [1, 2, 3]) {
          const all = expected.filter((values) => values[0] === account);
          expect([votes.of(account), votes.of(account, 2)]).toEqual([all, all.slice(0, 2)]);
          const newest = all.at(-1);
          expect(votes.newest(account)).toEqual(newest === undefined ? null : { ms: newest[1], seq: newest[2] });
        }
        expect(votes.added).toBe(steps.filter(Array.isArray).length);
      }),
    );
  });

  test('are kept beyond the room that there is at first', () => {
    const votes = new GatheredVotes();
    const all = Array.from({ length: 5_000 }, (_, at): LogValues => [1, MS + at, at, 1, 0, null, at, 0, `${at}`, 1]);
    for (const values of all) votes.add(values);
    expect(votes.of(1)).toEqual(all);
  });

  test('leave little that the collector has to copy', () => {
    const votes = new GatheredVotes();
    collectGarbage();
    const before = oldBytes();
    for (let at = 0; at < 8_192; at += 1) votes.add([at % 500, MS + at, at, 1, 0, null, at, 0, `the net ${at}`, 1]);
    collectGarbage();
    // An array of these ten takes 112, its numbers that are no small ones 16, its text 32, and a place in a list 12.
    expect((oldBytes() - before) / votes.added).toBeLessThan(100);
  });
});
