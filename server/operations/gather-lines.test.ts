import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatherLines } from './gather-lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openSink() {
  const written: string[] = [];
  let flushed = 0;
  const sink = {
    write: (text: string) => void written.push(text),
    flushSync: () => {
      flushed += 1;
    },
  };
  return { sink, written, flushes: () => flushed };
}

test('lines are handed over together, whole and in order, once they have waited long enough', () => {
  const { sink, written } = openSink();
  const lines = gatherLines(sink, { characters: 100, waitMs: 250 });
  lines.write('one\n');
  lines.write('two\n');
  vi.advanceTimersByTime(249);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(written).toEqual(['one\ntwo\n']);
  lines.write('three\n');
  vi.advanceTimersByTime(250);
  expect(written).toEqual(['one\ntwo\n', 'three\n']);
});

test('many lines are handed over without waiting, and nothing is handed over twice', () => {
  const { sink, written } = openSink();
  const lines = gatherLines(sink, { characters: 8, waitMs: 250 });
  for (const line of ['one\n', 'two\n', 'three\n']) lines.write(line);
  expect(written).toEqual(['one\ntwo\n']);
  vi.advanceTimersByTime(250);
  expect(written.join('')).toBe('one\ntwo\nthree\n');
  vi.advanceTimersByTime(1_000);
  expect(written).toHaveLength(2);
});

test('a flush hands over what waits before it flushes the sink', () => {
  const { sink, written, flushes } = openSink();
  const lines = gatherLines(sink, { characters: 100, waitMs: 250 });
  lines.write('last words\n');
  lines.flushSync();
  expect([written, flushes()]).toEqual([['last words\n'], 1]);
  expect(vi.getTimerCount()).toBe(0);
});
