import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import { onOneCore } from '../processes/one-core.ts';
import { startRedis } from '../processes/redis.ts';
import { copyStore } from './copy-store.ts';
import { type FilledRecords, fillRecords } from './fill-records.ts';
import { type LookUps, measureDirectory } from './measure-directory.ts';
import { pidsOf } from './measure-redis.ts';
import { measureTenants, type TenantSamples } from './measure-tenants.ts';
import { type BySize, SIZES, type Sizes } from './sizes.ts';

/** So many servers, keys and sites each. */
export const RECORDS: Sizes = { small: 1_000, middle: 10_000, large: 100_000 };

/** What servers, keys and sites cost where there are many of them. */
export interface RecordTimes {
  readonly lookUps: LookUps;
  readonly overHttp: TenantSamples;
}

/** Measures both stores with few and with many servers, keys and sites, which are the same on both. */
export async function measureRecords(
  context: BenchContext,
): Promise<Readonly<Record<'redis' | 'embedded', RecordTimes>>> {
  const redis = {
    small: await startRedis(context, 'redis-records-small'),
    middle: await startRedis(context, 'redis-records-middle'),
    large: await startRedis(context, 'redis-records-large'),
  };
  context.say('making servers, keys and sites on both stores');
  async function fill(size: keyof Sizes): Promise<Readonly<Record<'redis' | 'embedded', FilledRecords>>> {
    const { url } = redis[size];
    const onRedis = await fillRecords({ redisUrl: url, dataDir: join(context.folder, 'unused') }, RECORDS[size]);
    const dataDir = join(context.folder, `records-${size}`);
    await copyStore(context, { redisUrl: url, dataDir });
    return { redis: onRedis, embedded: { ...onRedis, place: { redisUrl: null, dataDir } } };
  }
  const filled = { small: await fill('small'), middle: await fill('middle'), large: await fill('large') };
  const of = (store: 'redis' | 'embedded') => ({
    small: filled.small[store],
    middle: filled.middle[store],
    large: filled.large[store],
  });
  const onRedis = await onOneCore(pidsOf(redis), () => measureStore(context, 'Redis', of('redis')));
  for (const size of SIZES) await redis[size].close();
  return { redis: onRedis, embedded: await measureStore(context, 'the embedded store', of('embedded')) };
}

async function measureStore(context: BenchContext, name: string, filled: BySize<FilledRecords>): Promise<RecordTimes> {
  context.say(`looking servers, keys and sites up on ${name}`);
  const lookUps = await measureDirectory(context, filled);
  context.say(`voting and checking over HTTP on ${name}, for few and for many`);
  return { lookUps, overHttp: await measureTenants(context, filled) };
}
