import type { BenchContext } from '../benchmark.ts';
import { onOneCore } from '../processes/one-core.ts';
import { shuffle } from '../rounds/orders.ts';
import { median } from '../statistics.ts';
import { type BuiltContent, openBuiltContent } from './built-content.ts';
import type { ContentPlace, StoreName } from './content-places.ts';
import { CATEGORIES } from './sample-resources.ts';

/** Which page: the first one, the one far behind, the last one of one game and category. */
export type PageKind = 'first' | 'deep' | 'filtered';

/** One page of one store. */
export interface PageTimes {
  readonly store: StoreName;
  /** Resources in the store. */
  readonly resources: number;
  readonly kind: PageKind;
  /** Median of each round, in milliseconds. */
  readonly rounds: readonly number[];
}

/** Where a page lies. */
export interface PagePlace {
  readonly kind: PageKind;
  readonly list: string;
  readonly offset: number;
}

export const LIMIT = 20;
export const DEEP_PAGE = 5_000;
const READS = 500;

/**
 * Reads pages past HTTP and past every cache, one at a time, every page of every store in turn and each time in another order:
 * the first read after one of another store takes longer, which is not to be paid by one page alone. All Redis are on one core
 * meanwhile.
 */
export async function measurePages(context: BenchContext, places: readonly ContentPlace[]): Promise<PageTimes[]> {
  const opened = await Promise.all(
    places.map(async (place) => ({ place, ...(await openBuiltContent(place.options)) })),
  );
  const kinds = opened.flatMap(({ place: { store, rows }, content }) =>
    pagesOf(rows).map((page): Reading => ({ store, resources: rows, content, page, rounds: [] })),
  );
  try {
    const pids = places.flatMap(({ redisPid }) => (redisPid === null ? [] : [redisPid]));
    await onOneCore(pids, () => readInTurn(context, kinds));
  } finally {
    for (const { close } of opened) await close();
  }
  return kinds.map(({ store, resources, page, rounds }) => ({ store, resources, kind: page.kind, rounds }));
}

async function readInTurn(context: BenchContext, kinds: readonly Reading[]): Promise<void> {
  for (let round = 0; round < context.rounds; round += 1) {
    const turns = kinds.map((kind): Turn => ({ kind, times: [] }));
    for (let read = 0; read < READS; read += 1) {
      for (const { kind, times } of shuffle(turns)) times.push(await timeOf(kind));
    }
    for (const { kind, times } of turns) kind.rounds.push(median(times));
    context.say(`pages, round ${round + 1} of ${context.rounds}`);
  }
}

/** The pages that are read of so many resources; all of them are full. */
export function pagesOf(resources: number): PagePlace[] {
  const deepOffset = (DEEP_PAGE - 1) * LIMIT;
  const pages: PagePlace[] = [
    { kind: 'first', list: 'all', offset: 0 },
    { kind: 'deep', list: 'all', offset: deepOffset },
    { kind: 'filtered', list: 'game=game-3&category=category-3', offset: Math.floor(resources / CATEGORIES) - LIMIT },
  ];
  return pages.filter(({ kind }) => kind !== 'deep' || deepOffset + LIMIT <= resources);
}

interface Reading {
  readonly store: StoreName;
  readonly resources: number;
  readonly content: BuiltContent;
  readonly page: PagePlace;
  readonly rounds: number[];
}

interface Turn {
  readonly kind: Reading;
  readonly times: number[];
}

async function timeOf({ content, page: { kind, list, offset } }: Reading): Promise<number> {
  const began = performance.now();
  const { rows } = await content.readPage('resources', list, { offset, limit: LIMIT });
  const took = performance.now() - began;
  if (rows.length !== LIMIT) throw new Error(`The page of kind ${kind} has ${rows.length} rows.`);
  return took;
}
