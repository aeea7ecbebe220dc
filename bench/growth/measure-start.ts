import type { BenchContext } from '../benchmark.ts';
import { startService } from '../processes/service.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { median } from '../statistics.ts';

const STARTS = 3;

/** Median time from the start of `server-vote serve` on a store until it is ready, in milliseconds. */
export async function measureStart(context: BenchContext, place: StoreOptions): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const began = performance.now();
    const service = await startService(context, { name: 'service-start', ...place });
    times.push(performance.now() - began);
    await service.end();
  }
  return median(times);
}
