import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import { type BenchRedis, startRedis } from '../processes/redis.ts';
import { fillStore } from './fill-store.ts';
import { measureDirectory } from './measure-directory.ts';
import { type LatencySides, measureLatency } from './measure-latency.ts';
import { type Memory, measureMemory } from './measure-memory.ts';
import { measureStart } from './measure-start.ts';
import { serviceSides } from './service-side.ts';
import type { Sizes, Wanted } from './sizes.ts';
import { openStoreSide } from './store-side.ts';
import type { OnRedis } from './summarise.ts';

/** Measures votes of each size on Redis and, where it is wanted, look-ups of the directory. */
export async function measureOnRedis(context: BenchContext, sizes: Sizes, wanted: Wanted): Promise<OnRedis> {
  const [large, middle, small] = [
    await startRedis(context, 'redis-large'),
    await startRedis(context, 'redis-middle'),
    await startRedis(context, 'redis-small'),
  ];
  const placeOf = ({ url }: BenchRedis) => ({ redisUrl: url, dataDir: join(context.folder, 'unused') });
  let emptyBytes = 0;
  const filled = await fillStore(placeOf(large), {
    votes: sizes.large,
    onEmpty: async () => {
      emptyBytes = await large.usedBytes();
    },
    say: (line) => context.say(`filling Redis: ${line}`),
  });
  context.say('casting votes and checking on Redis with many and with few');
  const sides: LatencySides = {
    large: { filled, redis: large },
    middle: { filled: await fillStore(placeOf(middle), { votes: sizes.middle }), redis: middle },
    async renewSmall() {
      await small.client.flushall();
      return { filled: await fillStore(placeOf(small), { votes: sizes.small }), redis: small };
    },
  };
  const latency = await measureLatency(context, sides, openStoreSide);
  if (wanted.overHttp) context.say('voting and checking over HTTP on Redis with many and with few');
  const overHttp = wanted.overHttp ? await measureLatency(context, sides, serviceSides(context)) : null;
  context.say('starting on Redis with many and with few');
  const startOf = (redis: BenchRedis) => measureStart(context, placeOf(redis));
  const start = { small: await startOf(small), middle: await startOf(middle), large: await startOf(large) };
  context.say('weighing the votes in Redis');
  const memory = {
    small: await fillAndWeigh(small, placeOf(small), sizes.small),
    middle: await fillAndWeigh(middle, placeOf(middle), sizes.middle),
    large: await measureMemory(large, {
      emptyBytes,
      votes: sizes.large + latency.votesCast + (overHttp?.votesCast ?? 0),
    }),
  };
  await Promise.all([middle, small].map(({ client }) => client.flushall()));
  if (wanted.directory) context.say('looking up accounts, servers, keys and sites on Redis');
  const directory = wanted.directory
    ? await measureDirectory(context, { few: placeOf(small), many: placeOf(middle) })
    : null;
  await Promise.all([large, middle, small].map((redis) => redis.close()));
  return { memory, latency, overHttp, start, directory };
}

async function fillAndWeigh(
  redis: BenchRedis,
  place: { readonly redisUrl: string; readonly dataDir: string },
  votes: number,
): Promise<Memory> {
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
