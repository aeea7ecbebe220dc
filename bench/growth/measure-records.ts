import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import { startRedis } from '../processes/redis.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { fillRecords } from './fill-records.ts';
import { type LookUps, measureDirectory } from './measure-directory.ts';
import { measureTenants, type TenantSamples } from './measure-tenants.ts';
import { type BySize, SIZES, type Sizes } from './sizes.ts';

/** So many servers, keys and sites each. */
export const RECORDS: Sizes = { small: 1_000, middle: 10_000, large: 100_000 };

/** What servers, keys and sites cost where there are many of them. */
export interface RecordTimes {
  readonly lookUps: LookUps;
  readonly overHttp: TenantSamples;
}

/** Measures both stores with few and with many servers, keys and sites. */
export async function measureRecords(
  context: BenchContext,
): Promise<Readonly<Record<'redis' | 'embedded', RecordTimes>>> {
  const redis = {
    small: await startRedis(context, 'redis-records-small'),
    middle: await startRedis(context, 'redis-records-middle'),
    large: await startRedis(context, 'redis-records-large'),
  };
  const unused = join(context.folder, 'unused');
  const onRedis = await measureStore(context, 'Redis', (size) => ({ redisUrl: redis[size].url, dataDir: unused }));
  for (const size of SIZES) await redis[size].close();
  const embedded = await measureStore(context, 'the embedded store', (size) => ({
    redisUrl: null,
    dataDir: join(context.folder, `records-${size}`),
  }));
  return { redis: onRedis, embedded };
}

async function measureStore(
  context: BenchContext,
  name: string,
  placeOf: (size: keyof Sizes) => StoreOptions,
): Promise<RecordTimes> {
  context.say(`making servers, keys and sites on ${name}`);
  const fill = (size: keyof Sizes) => fillRecords(placeOf(size), RECORDS[size]);
  const filled: BySize<Awaited<ReturnType<typeof fill>>> = {
    small: await fill('small'),
    middle: await fill('middle'),
    large: await fill('large'),
  };
  context.say(`looking servers, keys and sites up on ${name}`);
  const lookUps = await measureDirectory(context, filled);
  context.say(`voting and checking over HTTP on ${name}, for few and for many`);
  return { lookUps, overHttp: await measureTenants(context, filled) };
}
