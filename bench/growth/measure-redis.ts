import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import { onOneCore } from '../processes/one-core.ts';
import { type BenchRedis, startRedis } from '../processes/redis.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { fillStore } from './fill-store.ts';
import { type LatencyRounds, type LatencySides, measureLatency } from './measure-latency.ts';
import { type Memory, measureMemory } from './measure-memory.ts';
import { serviceSides } from './service-side.ts';
import { type BySize, SIZES, type Sizes, type Wanted } from './sizes.ts';
import { openStoreSide } from './store-side.ts';

/** Votes of each size on Redis, with what they took. */
export interface VotesOnRedis {
  readonly places: BySize<StoreOptions>;
  /** Of the store by itself. */
  readonly latency: LatencyRounds;
  /** Of the service, as a visitor meets it; `null` where it was not wanted. */
  readonly overHttp: LatencyRounds | null;
  /** Weighs them, which takes them away. */
  weigh(): Promise<BySize<Memory>>;
  /** Stops Redis while something else is measured. */
  hold(): void;
  goOn(): void;
  close(): Promise<void>;
}

/** Fills a Redis of each size with votes, and measures what one vote and one check take there. */
export async function measureVotesOnRedis(context: BenchContext, sizes: Sizes, wanted: Wanted): Promise<VotesOnRedis> {
  const redis = await startEach(context);
  const placeOf = ({ url }: BenchRedis) => ({ redisUrl: url, dataDir: join(context.folder, 'unused') });
  const places = { small: placeOf(redis.small), middle: placeOf(redis.middle), large: placeOf(redis.large) };
  let emptyBytes = 0;
  const filled = await fillStore(places.large, {
    votes: sizes.large,
    onEmpty: async () => {
      emptyBytes = await redis.large.usedBytes();
    },
    say: (line) => context.say(`filling Redis: ${line}`),
  });
  context.say('casting votes and checking on Redis with many and with few');
  const sides: LatencySides = {
    large: { filled, redis: redis.large },
    middle: { filled: await fillStore(places.middle, { votes: sizes.middle }), redis: redis.middle },
    async renewSmall() {
      await redis.small.client.flushall();
      return { filled: await fillStore(places.small, { votes: sizes.small }), redis: redis.small };
    },
  };
  const latency = await onOneCore(pidsOf(redis), () => measureLatency(context, sides, openStoreSide));
  if (wanted.overHttp) context.say('voting and checking over HTTP on Redis with many and with few');
  const overHttp = wanted.overHttp ? await measureLatency(context, sides, serviceSides(context)) : null;
  await sides.renewSmall(0);
  const largeVotes = sizes.large + latency.votesCast + (overHttp?.votesCast ?? 0);
  return {
    places,
    latency,
    overHttp,
    weigh: async () => ({
      small: await fillAndWeigh(redis.small, places.small, sizes.small),
      middle: await fillAndWeigh(redis.middle, places.middle, sizes.middle),
      large: await measureMemory(redis.large, { emptyBytes, votes: largeVotes }),
    }),
    hold: () => void SIZES.map((size) => redis[size].hold()),
    goOn: () => void SIZES.map((size) => redis[size].goOn()),
    close: async () => void (await Promise.all(SIZES.map((size) => redis[size].close()))),
  };
}

/** Of the servers of all sizes. */
export function pidsOf(redis: BySize<BenchRedis>): number[] {
  return SIZES.map((size) => redis[size].pid);
}

async function startEach(context: BenchContext): Promise<BySize<BenchRedis>> {
  return {
    large: await startRedis(context, 'redis-large'),
    middle: await startRedis(context, 'redis-middle'),
    small: await startRedis(context, 'redis-small'),
  };
}

async function fillAndWeigh(redis: BenchRedis, place: StoreOptions, votes: number): Promise<Memory> {
  await redis.client.flushall();
  let emptyBytes = 0;
  await fillStore(place, {
    votes,
    onEmpty: async () => {
      emptyBytes = await redis.usedBytes();
    },
  });
  return measureMemory(redis, { emptyBytes, votes });
}
