import type { BenchContext } from '../benchmark.ts';
import { startService } from '../processes/service.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { rotate } from '../rounds/orders.ts';
import { type BySize, SIZES, type Size } from './sizes.ts';

type Store = 'redis' | 'embedded';

/** Milliseconds from the start of `server-vote serve` until it is ready, a figure a round. */
export type StartTimes = BySize<readonly number[]>;

/** Starts the service on each store in each size in turn, in another order each round. */
export async function measureStarts(
  context: BenchContext,
  places: Readonly<Record<Store, BySize<StoreOptions>>>,
): Promise<Readonly<Record<Store, StartTimes>>> {
  const times: Record<Store, Record<Size, number[]>> = { redis: emptyTimes(), embedded: emptyTimes() };
  const starts = SIZES.flatMap((size) => (['redis', 'embedded'] as const).map((store) => ({ store, size })));
  for (let round = 0; round < context.rounds; round += 1) {
    for (const { store, size } of rotate(starts, round)) {
      times[store][size].push(await timeStart(context, places[store][size]));
    }
  }
  return times;
}

async function timeStart(context: BenchContext, place: StoreOptions): Promise<number> {
  const began = performance.now();
  const service = await startService(context, { name: 'service-start', ...place });
  const ms = performance.now() - began;
  await service.end();
  return ms;
}

function emptyTimes(): Record<Size, number[]> {
  return { small: [], middle: [], large: [] };
}
