/** Fewer votes tell nothing. */
export const MANY_VOTES = 100;

const HANDFUL = 3;
const LARGE_SHARE = 0.5;

/** Do most of these votes come from a handful of networks? @param networks votes of each */
export function comesFromFew(votes: number, networks: ReadonlyMap<string, number>): boolean {
  const largest = [...networks.values()].sort((one, other) => other - one).slice(0, HANDFUL);
  return largest.reduce((sum, count) => sum + count, 0) > votes * LARGE_SHARE;
}
