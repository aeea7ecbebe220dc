import { describe, expect, test } from 'vitest';
import { mean, median, percentile } from './statistics.ts';

describe('statistics', () => {
  test('the median does not depend on the order and lies between the two middle numbers', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
    expect(() => median([])).toThrow(RangeError);
  });

  test('a percentile is one of the numbers and never below the share', () => {
    const sorted = Float64Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(sorted, 0.5)).toBe(50);
    expect(percentile(sorted, 0.99)).toBe(99);
    expect(percentile(sorted, 1)).toBe(100);
    expect(percentile([3], 0.99)).toBe(3);
    expect(() => percentile([], 0.5)).toThrow(RangeError);
  });

  test('the mean is the sum divided by the count', () => {
    expect(mean([1, 2, 6])).toBe(3);
  });
});
