import { describe, expect, test } from 'vitest';
import { UsageError } from './command-line.ts';
import { readOptions, timesUsual } from './options.ts';

const NAMES = ['vote', 'growth'];

describe('readOptions', () => {
  test('runs everything in five rounds of five seconds unless told otherwise', () => {
    expect(readOptions([], NAMES)).toEqual({ only: [], rounds: 5, seconds: 5, out: null, page: false });
  });

  test('takes every option', () => {
    const args = ['--only', 'vote', '--only', 'growth', '--rounds', '9', '--seconds', '3', '--out', 'figures.json'];
    expect(readOptions(args, NAMES)).toEqual({ only: NAMES, rounds: 9, seconds: 3, out: 'figures.json', page: false });
  });

  test('writes the pages without measuring when asked to', () => {
    expect(readOptions(['--page'], NAMES).page).toBe(true);
  });

  test.each([
    [['--only', 'votes'], /vote, growth/],
    [['--rounds', '4'], /--rounds must be a whole number from 5 to 99/],
    [['--rounds', '5.5'], /--rounds/],
    [['--seconds', '0'], /--seconds must be a whole number from 1 to 20/],
    [['--round', '5'], /--round/],
    [['vote'], /vote/],
  ])('refuses %j and says why', (args, message) => {
    const read = () => readOptions(args, NAMES);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });
});

test('a run may take longer by as much as it measures more, and never less than the usual one', () => {
  expect(timesUsual({ rounds: 5, seconds: 5 })).toBe(1);
  expect(timesUsual({ rounds: 5, seconds: 1 })).toBe(1);
  expect(timesUsual({ rounds: 15, seconds: 20 })).toBe(12);
});
