import type { BenchContext } from '../benchmark.ts';
import { type BuiltDirectory, openBuiltStores } from '../product/built-product.ts';
import { rotate } from '../rounds/orders.ts';
import { median } from '../statistics.ts';
import type { FilledRecords, RecordTrio } from './fill-records.ts';
import { type BySize, SIZES, type Size } from './sizes.ts';

export const LOOK_UPS = ['key by hash', 'server by slug', 'server by name', 'site by id'] as const;
export type LookUp = (typeof LOOK_UPS)[number];

/** Median time of one look-up, in milliseconds, a figure a round. */
export type LookUps = Readonly<Record<LookUp, BySize<readonly number[]>>>;

const READS = 300;
/** A prime, so that reads go all over the place. */
const STRIDE = 7919;

/** Looks records up past every cache of the service, in stores of each size in turn. */
export async function measureDirectory(context: BenchContext, filled: BySize<FilledRecords>): Promise<LookUps> {
  const stores = {
    small: await openBuiltStores(filled.small.place),
    middle: await openBuiltStores(filled.middle.place),
    large: await openBuiltStores(filled.large.place),
  };
  const found = {
    'key by hash': emptyTimes(),
    'server by slug': emptyTimes(),
    'server by name': emptyTimes(),
    'site by id': emptyTimes(),
  };
  for (let round = 0; round < context.rounds; round += 1) {
    for (const lookUp of LOOK_UPS) {
      const times = emptyTimes();
      for (let read = 0; read < READS; read += 1) {
        for (const size of rotate(SIZES, read)) {
          // The same records each round: from the second on their pages are in memory, where a service that runs has them.
          const trio = spread(filled[size].trios, read);
          times[size].push(await timeOne(stores[size].directory, lookUp, trio));
        }
      }
      for (const size of SIZES) found[lookUp][size].push(median(times[size]));
    }
  }
  for (const size of SIZES) await stores[size].close();
  return found;
}

/** One of the records, far from the one before. */
export function spread(trios: readonly RecordTrio[], number: number): RecordTrio {
  const trio = trios[(number * STRIDE) % trios.length];
  if (trio === undefined) throw new Error('There are no records.');
  return trio;
}

async function timeOne(directory: BuiltDirectory, lookUp: LookUp, trio: RecordTrio): Promise<number> {
  const { accountId, keyHash, slug, name, siteId } = trio;
  const began = performance.now();
  const found = await {
    'key by hash': () => directory.findKeyByHash(keyHash),
    'server by slug': () => directory.findServerBySlug(accountId, slug),
    'server by name': () => directory.findServersByName(accountId, name),
    'site by id': () => directory.findSite(siteId),
  }[lookUp]();
  const ms = performance.now() - began;
  if (found === null || (Array.isArray(found) && found.length !== 1)) throw new Error(`There is no ${lookUp}.`);
  return ms;
}

function emptyTimes(): Record<Size, number[]> {
  return { small: [], middle: [], large: [] };
}
