import { describe, expect, test } from 'vitest';
import { UsageError } from '../bench/command-line.ts';
import { readOptions } from './options.ts';

const NAMES = ['kill-redis', 'sigterm'];

describe('the options of the faults', () => {
  test('say which scenarios, in which form, and where the figures go', () => {
    expect(readOptions([], NAMES)).toEqual({
      only: [],
      isLong: false,
      isComplete: false,
      out: null,
      table: [],
    });
    const given = ['--long', '--complete', '--only', 'sigterm', '--only', 'kill-redis', '--out', 'a.json'];
    expect(readOptions(given, NAMES)).toEqual({
      only: ['sigterm', 'kill-redis'],
      isLong: true,
      isComplete: true,
      out: 'a.json',
      table: [],
    });
    expect(readOptions(['--table', 'a.json', '--table', 'b.json'], NAMES).table).toEqual(['a.json', 'b.json']);
  });

  test('that make no sense are refused with what would', () => {
    expect(() => readOptions(['--only', 'sigtrem'], NAMES)).toThrow('There are: kill-redis, sigterm.');
    expect(() => readOptions(['--lnog'], NAMES)).toThrow(UsageError);
  });
});
