import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { type BenchRedis, startRedis } from '../processes/redis.ts';
import { fillStore } from './fill-store.ts';
import { folderBytes } from './folder-bytes.ts';
import { MANY_RECORDS, measureDirectory } from './measure-directory.ts';
import { measureLatency } from './measure-latency.ts';
import { measureMemory } from './measure-memory.ts';
import { measureStart } from './measure-start.ts';
import { type OnEmbedded, type OnRedis, summarise } from './summarise.ts';

const FEW = 1_000;
const SOME = 100_000;
const MANY = 1_000_000;

/** What a vote costs in memory, on disk and in time when a million of them are live, and what look-ups cost among many records. */
export const growthBenchmark: Benchmark = {
  name: 'growth',
  title: 'A million live votes',
  method: [
    'Votes go through the store of the product, past HTTP. They are spread evenly over nearly the last 12 hours, over 100 accounts and 1,000 servers; each is of another voter and carries an Idempotency-Key and a username of 12 characters, so that it is as large as a usual vote gets.',
    'Bytes in Redis are differences of `used_memory`, so what the allocator rounds up and the tables of Redis itself are in them: all logs are deleted, and the difference is the logs; then totals, day counts and windows; what is left above the state before the first vote are the locks. Beside it stands MEMORY USAGE, of 1,000 random locks and of every log, which leaves out the tables that hold all keys.',
    'Time of one vote and of one check: a store with 1,000 live votes, made anew for each round, one with 100,000 and one with a million are asked in turn, one at a time, 1,000 times a round. Figures are medians over the rounds, ratios medians of the ratios within a round. "Inside Redis" is the mean that Redis itself counts for a call of the script.',
    'Time of a start is that of `server-vote serve` until it is ready, the median of three.',
    `Look-ups go past every cache of the service, to one account with 100 servers, keys and sites and to one with ${MANY_RECORDS.toLocaleString('en-US')} of each.`,
    'Bytes on disk are the growth of the embedded store by a million votes, closed before and after.',
  ],
  async run(context) {
    const redis = await measureOnRedis(context);
    const embedded = await measureEmbedded(context);
    return summarise({ redis, embedded });
  },
};

async function measureOnRedis(context: BenchContext): Promise<OnRedis> {
  const [large, middle, small] = [
    await startRedis(context, 'redis-large'),
    await startRedis(context, 'redis-middle'),
    await startRedis(context, 'redis-small'),
  ];
  const placeOf = ({ url }: BenchRedis) => ({ redisUrl: url, dataDir: join(context.folder, 'unused') });
  let emptyBytes = 0;
  const filled = await fillStore(placeOf(large), {
    votes: MANY,
    onEmpty: async () => {
      emptyBytes = await large.usedBytes();
    },
    say: (line) => context.say(`filling Redis: ${line}`),
  });
  context.say('casting votes and checking on Redis with many and with few');
  const latency = await measureLatency(context, {
    large: { filled, redis: large },
    middle: { filled: await fillStore(placeOf(middle), { votes: SOME }), redis: middle },
    async renewSmall() {
      await small.client.flushall();
      return { filled: await fillStore(placeOf(small), { votes: FEW }), redis: small };
    },
  });
  context.say('starting on Redis with many and with few');
  const start = { few: await measureStart(context, placeOf(small)), many: await measureStart(context, placeOf(large)) };
  context.say('weighing the votes in Redis');
  const memory = await measureMemory(large, { emptyBytes, votes: MANY + latency.votesCast });
  context.say('looking up accounts, servers, keys and sites on Redis');
  await Promise.all([middle, small].map(({ client }) => client.flushall()));
  const directory = await measureDirectory(context, { few: placeOf(small), many: placeOf(middle) });
  await Promise.all([large, middle, small].map((redis) => redis.close()));
  return { memory, latency, start, directory };
}

async function measureEmbedded(context: BenchContext): Promise<OnEmbedded> {
  const placeOf = (name: string) => ({ redisUrl: null, dataDir: join(context.folder, name) });
  const place = placeOf('large');
  let emptyBytes = 0;
  const filled = await fillStore(place, {
    votes: MANY,
    onEmpty: async () => {
      emptyBytes = folderBytes(place.dataDir);
    },
    say: (line) => context.say(`filling the embedded store: ${line}`),
  });
  const diskBytes = (folderBytes(place.dataDir) - emptyBytes) / MANY;
  context.say('casting votes and checking on the embedded store with many and with few');
  const latency = await measureLatency(context, {
    large: { filled, redis: null },
    middle: { filled: await fillStore(placeOf('middle'), { votes: SOME }), redis: null },
    async renewSmall() {
      const small = placeOf('small');
      rmSync(small.dataDir, { recursive: true, force: true });
      return { filled: await fillStore(small, { votes: FEW }), redis: null };
    },
  });
  context.say('starting on the embedded store with many and with few');
  const start = { few: await measureStart(context, placeOf('small')), many: await measureStart(context, place) };
  context.say('looking up accounts, servers, keys and sites on the embedded store');
  const directory = await measureDirectory(context, { few: placeOf('few-records'), many: placeOf('many-records') });
  return { diskBytes, latency, start, directory };
}
