import { expect, test } from 'vitest';
import { inTurn, medianRatio } from './by-round.ts';

test('each item comes once a round, and another one first in the next', () => {
  expect([0, 1, 2, 3].map((round) => inTurn(['a', 'b', 'c'], round).join(''))).toEqual(['abc', 'bca', 'cab', 'abc']);
});

test('a ratio is of two figures of the same round, so that a slow round changes nothing', () => {
  expect(medianRatio([2, 40, 3], [1, 20, 1])).toBe(2);
  expect(medianRatio([2, 2], [1])).toBeNaN();
});
