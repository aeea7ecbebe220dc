import { expect, test } from 'vitest';
import { createTimeWriter } from './write-time.ts';

test('each instant has its own words, however often it is asked for', () => {
  const write = createTimeWriter();
  const instants = [0, 0, 1_796_000_000_123, 1_796_000_000_123, 1_796_000_000_124, 0, -1];
  expect(instants.map(write)).toEqual(instants.map((ms) => new Date(ms).toISOString()));
});

test('what is no instant is refused each time, and the words before it stay', () => {
  const write = createTimeWriter();
  write(5);
  for (let turn = 0; turn < 2; turn += 1) expect(() => write(Number.NaN)).toThrow(RangeError);
  expect(write(5)).toBe('1970-01-01T00:00:00.005Z');
});
