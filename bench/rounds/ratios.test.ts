import { describe, expect, test } from 'vitest';
import { medianRatio } from './ratios.ts';

describe('medianRatio', () => {
  test('is of ratios within rounds, not of medians, so that a round that is slow for both changes nothing', () => {
    // By their medians it would be 10 against 4.
    expect(medianRatio([10, 1, 12], [5, 0.5, 4])).toBe(2);
  });

  test('is no number where one side was not measured', () => {
    expect(medianRatio([], [1])).toBeNaN();
    expect(medianRatio([1], [])).toBeNaN();
  });
});
