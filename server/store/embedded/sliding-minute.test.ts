import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SlidingMinute } from './sliding-minute.ts';

const MINUTE_MS = 60_000;
const T = 1_772_000_000_000;

describe('SlidingMinute', () => {
  test('agrees with a list of times that is filtered anew each time, while the clock runs forward', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9_000), fc.nat(3)), { maxLength: 300 }), (steps) => {
        const minute = new SlidingMinute([]);
        let times: number[] = [];
        let nowMs = T;
        for (const [waitMs, votes] of steps) {
          nowMs += waitMs;
          times = times.filter((timeMs) => timeMs > nowMs - MINUTE_MS);
          // Beyond the limit more than the oldest has to leave before another is taken.
          const freeing = times[Math.max(0, times.length - 20)];
          const resetMs = freeing === undefined ? 0 : freeing + MINUTE_MS - nowMs;
          expect(minute.view(20, nowMs)).toEqual({ limit: 20, remaining: Math.max(0, 20 - times.length), resetMs });
          minute.settle(nowMs);
          expect(minute.votes).toBe(times.length);
          for (let vote = 0; vote < votes; vote += 1) {
            minute.add(nowMs);
            times.push(nowMs);
          }
          expect(minute.stamps.flatMap(({ ms, votes }) => Array<number>(votes).fill(ms))).toEqual(times);
        }
      }),
    );
  });

  test('a vote leaves at exactly 60,000 ms', () => {
    const minute = new SlidingMinute([{ ms: T, votes: 2 }]);
    expect(minute.view(30, T + 59_999)).toEqual({ limit: 30, remaining: 28, resetMs: 1 });
    expect(minute.view(30, T + 60_000)).toEqual({ limit: 30, remaining: 30, resetMs: 0 });
  });

  test('votes from a later time become votes of now, once', () => {
    const minute = new SlidingMinute([
      { ms: T - 10, votes: 1 },
      { ms: T + 5_000, votes: 2 },
      { ms: T + 7_000_000, votes: 3 },
    ]);
    expect(minute.view(30, T)).toEqual({ limit: 30, remaining: 24, resetMs: 59_990 });
    for (const _ of ['once', 'twice']) minute.settle(T);
    expect(minute.stamps).toEqual([
      { ms: T - 10, votes: 1 },
      { ms: T, votes: 5 },
    ]);
    minute.settle(T + 60_000);
    expect(minute.votes).toBe(0);
  });

  test('looking changes nothing', () => {
    const stamps = [
      { ms: T, votes: 1 },
      { ms: T + 50_000, votes: 1 },
    ];
    const minute = new SlidingMinute(stamps);
    minute.view(30, T + 200_000);
    minute.view(30, T - 200_000);
    expect(minute.view(30, T)).toEqual({ limit: 30, remaining: 28, resetMs: 60_000 });
  });

  test('a minute of many votes does not grow for ever', () => {
    const minute = new SlidingMinute([]);
    for (let nowMs = T; nowMs < T + 10 * MINUTE_MS; nowMs += 5) {
      minute.settle(nowMs);
      minute.add(nowMs);
    }
    expect(minute.votes).toBe(12_000);
  });
});
