import { afterEach, expect, test, vi } from 'vitest';
import { Ticker } from './ticker.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('who waits for something else troubles nobody else', () => {
  const ticker = new Ticker();
  const calls = [0, 0, 0];
  const ticks = calls.map((_, index) => () => {
    calls[index]! += 1;
    return Number.POSITIVE_INFINITY;
  });
  for (const tick of ticks) ticker.add(tick);
  ticker.call(ticks[1]!);
  expect(calls).toEqual([1, 2, 1]);
  ticker.run();
  expect(calls).toEqual([2, 3, 2]);
});

test('it rings when the first is due, whoever came first, and calls everybody then', () => {
  vi.useFakeTimers();
  const ticker = new Ticker();
  const late = vi.fn(() => 900);
  const early = vi.fn(() => 400);
  ticker.add(late);
  ticker.add(early);
  vi.advanceTimersByTime(404);
  expect([late.mock.calls.length, early.mock.calls.length]).toEqual([1, 1]);
  vi.advanceTimersByTime(1);
  expect([late.mock.calls.length, early.mock.calls.length]).toEqual([2, 2]);
});
