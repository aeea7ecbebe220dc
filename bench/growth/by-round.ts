import { median } from '../statistics.ts';

/** The items, beginning with another one each round, so that whatever disturbs meets all of them. */
export function inTurn<Item>(items: readonly Item[], round: number): Item[] {
  const first = round % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

/** Median of the ratios within each round: what disturbs a whole round disturbs both sides of it. */
export function medianRatio(over: readonly number[], under: readonly number[]): number {
  return median(over.map((value, round) => value / (under[round] ?? Number.NaN)));
}
