import { median } from '../statistics.ts';

/**
 * Median of the ratios within each round: what disturbs a whole round disturbs both sides of it. Not a number where one of
 * them was not measured.
 */
export function medianRatio(over: readonly number[], under: readonly number[]): number {
  return over.length === 0 ? Number.NaN : median(over.map((value, round) => value / (under[round] ?? Number.NaN)));
}
