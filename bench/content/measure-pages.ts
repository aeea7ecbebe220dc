import type { BenchContext } from '../benchmark.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { median } from '../statistics.ts';
import { type BuiltContent, openBuiltContent } from './built-content.ts';

export const FEW = 1_000;
export const MANY = 1_000_000;

/** Median time of one page in each round, in milliseconds. */
export interface PageRounds {
  /** The first page where there are few resources. */
  readonly few: readonly number[];
  /** The first page where there are many, the five-thousandth, and the last of one game. */
  readonly first: readonly number[];
  readonly deep: readonly number[];
  readonly filtered: readonly number[];
}

const LIMIT = 20;
const DEEP_PAGE = 5_000;
const READS = 500;

/** Reads pages past HTTP and past every cache, the kinds in turn, one page at a time. */
export async function measurePages(
  context: BenchContext,
  places: { readonly few: StoreOptions; readonly many: StoreOptions },
): Promise<PageRounds> {
  const few = await openBuiltContent(places.few);
  const many = await openBuiltContent(places.many);
  const rounds = { few: [] as number[], first: [] as number[], deep: [] as number[], filtered: [] as number[] };
  const kinds: readonly (readonly [keyof PageRounds, BuiltContent, string, number])[] = [
    ['few', few.content, 'all', 0],
    ['first', many.content, 'all', 0],
    ['deep', many.content, 'all', (DEEP_PAGE - 1) * LIMIT],
    ['filtered', many.content, 'game=game-3&category=category-3', MANY / 40 - LIMIT],
  ];
  try {
    for (let round = 0; round < context.rounds; round += 1) {
      const times: Record<keyof PageRounds, number[]> = { few: [], first: [], deep: [], filtered: [] };
      for (let read = 0; read < READS; read += 1) {
        for (const [kind, content, list, offset] of kinds) {
          const began = performance.now();
          const { rows } = await content.readPage('resources', list, { offset, limit: LIMIT });
          times[kind].push(performance.now() - began);
          if (rows.length !== LIMIT) throw new Error(`The page of kind ${kind} has ${rows.length} rows.`);
        }
      }
      for (const [kind] of kinds) rounds[kind].push(median(times[kind]));
    }
    return rounds;
  } finally {
    await few.close();
    await many.close();
  }
}
