import { describe, expect, test } from 'vitest';
import { medianRatio } from './ratios.ts';

describe('medianRatio', () => {
  test('compares within each round, so that a slow round counts as little as any other', () => {
    expect(medianRatio([10, 1, 12], [5, 0.5, 4])).toBe(2);
  });

  test('is no number where one side was not measured', () => {
    expect(medianRatio([], [1])).toBeNaN();
    expect(medianRatio([1], [])).toBeNaN();
  });
});
