import { afterEach, expect, test, vi } from 'vitest';
import { MinuteCounts } from './minute-counts.ts';

const START = Date.parse('2026-11-29T12:00:30.500Z');

afterEach(() => {
  vi.useRealTimers();
});

test('each key is counted by itself, for a minute that begins with the first of all', () => {
  const counts = new MinuteCounts();
  expect([counts.count('a', START), counts.count('a', START + 1), counts.count('b', START + 40_000)]).toEqual([
    1, 2, 1,
  ]);
  expect(counts.endsAtMs).toBe(START + 60_000);
  expect([counts.count('a', START + 59_999), counts.count('a', START + 60_000)]).toEqual([3, 1]);
  expect([counts.count('b', START + 60_001), counts.endsAtMs]).toEqual([1, START + 120_000]);
});

test('a clock that is set back begins a new minute', () => {
  const counts = new MinuteCounts();
  counts.count('a', START);
  expect([counts.count('a', START - 3_600_000), counts.endsAtMs]).toEqual([1, START - 3_540_000]);
});

test('nobody is remembered for longer than a minute because nobody else comes', () => {
  vi.useFakeTimers();
  const counts = new MinuteCounts();
  counts.count('a', START);
  vi.advanceTimersByTime(59_999);
  expect(counts.count('a', START)).toBe(2);
  vi.advanceTimersByTime(1);
  // The clock may stand where it was: it is not the one that the timer goes by.
  expect([counts.count('a', START), counts.count('a', START)]).toEqual([1, 2]);
  vi.advanceTimersByTime(60_000);
  expect(counts.count('a', START)).toBe(1);
});

test('what a minute forgets at its end is nothing of the next', () => {
  vi.useFakeTimers();
  const counts = new MinuteCounts();
  counts.count('a', START);
  vi.advanceTimersByTime(30_000);
  counts.count('a', START + 60_000);
  vi.advanceTimersByTime(30_000);
  expect(counts.count('a', START + 60_000)).toBe(2);
});
