import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { parseDuration, parseQuota } from './parse-options.ts';

test('a time is read in seconds, minutes, hours or days', () => {
  const read = ['0', '30s', '90m', '24h', '7d', '365d'].map(parseDuration);
  expect(read).toEqual([0, 30_000, 5_400_000, 86_400_000, 604_800_000, 31_536_000_000]);
});

test.each(['', '24', 'h', '-1h', '1.5h', '1w', '366d', '24 h', '1e3s', '99999999999h'])('%j is no time', (text) => {
  expect(() => parseDuration(text)).toThrow(InvalidArgumentError);
});

test.each(['0', '-1', '1.5', '10001', 'many', '', ' 5', '1e2'])('%j is no quota', (text) => {
  expect(() => parseQuota(text)).toThrow(InvalidArgumentError);
});

test('a quota is a whole number from 1 to 10,000', () => {
  expect(['1', '30', '10000'].map(parseQuota)).toEqual([1, 30, 10_000]);
});
