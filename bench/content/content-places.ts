import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import { startRedis } from '../processes/redis.ts';
import type { StoreOptions } from '../product/built-product.ts';

/** How many resources are imported, each number into a store of its own. */
export interface Sizes {
  readonly few: number;
  /** Enough for an import to have reached the memory that it needs. */
  readonly some: number;
  /** What the ways of asking are measured with. */
  readonly middle: number;
  /** So many that an import takes minutes. */
  readonly many: number;
}

export type StoreName = keyof typeof STORES;

/** The stores, as the tables name them. */
export const STORES = { embedded: 'embedded store', redis: 'Redis' } as const;
export const STORE_NAMES = ['embedded', 'redis'] as const satisfies readonly StoreName[];

/** A store for so many resources. */
export interface ContentPlace {
  readonly store: StoreName;
  readonly rows: number;
  readonly options: StoreOptions;
  /** `null` on the embedded store. */
  readonly redisPid: number | null;
  /** Takes away whatever is in it. */
  empty(): Promise<void>;
  /** Takes it away; nobody may have it open. */
  close(): Promise<void>;
}

/** The places of one size. */
export type ContentPlaces = Readonly<Record<StoreName, ContentPlace>>;

/** An empty store of each kind. */
export async function openPlaces(context: BenchContext, rows: number): Promise<ContentPlaces> {
  return { embedded: embeddedPlace(context, rows), redis: await redisPlace(context, rows) };
}

function embeddedPlace(context: BenchContext, rows: number): ContentPlace {
  const dataDir = join(context.folder, `content-${rows}`);
  const remove = () => rm(dataDir, { recursive: true, force: true });
  return {
    store: 'embedded',
    rows,
    options: { redisUrl: null, dataDir },
    redisPid: null,
    empty: remove,
    close: remove,
  };
}

async function redisPlace(context: BenchContext, rows: number): Promise<ContentPlace> {
  const redis = await startRedis(context, `redis-${rows}`);
  return {
    store: 'redis',
    rows,
    options: { redisUrl: redis.url, dataDir: join(context.folder, 'unused') },
    redisPid: redis.pid,
    empty: async () => void (await redis.client.flushall()),
    close: () => redis.close(),
  };
}
