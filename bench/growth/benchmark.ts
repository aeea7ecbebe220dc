import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { type BenchRedis, startRedis } from '../processes/redis.ts';
import { fillStore } from './fill-store.ts';
import { folderBytes } from './folder-bytes.ts';
import { type LatencyRounds, measureLatency } from './measure-latency.ts';
import { type Memory, measureMemory } from './measure-memory.ts';
import { summarise } from './summarise.ts';

const FEW = 1_000;
const MANY = 1_000_000;

/** What a vote costs in memory, on disk and in time when a million of them are live. */
export const growthBenchmark: Benchmark = {
  name: 'growth',
  title: 'A million live votes',
  method: [
    'Votes go through the store of the product, past HTTP. They are spread evenly over nearly the last 12 hours, over 100 accounts and 1,000 servers; each is of another voter and carries an Idempotency-Key and a username of 12 characters, so that it is as large as a usual vote gets.',
    'Bytes in Redis are differences of `used_memory`, so what the allocator rounds up and the tables of Redis itself are in them: all logs are deleted, and the difference is the logs; then totals, day counts and windows; what is left above the state before the first vote are the locks. Beside it stands MEMORY USAGE, of 1,000 random locks and of every log, which leaves out the tables that hold all keys.',
    'Time of one vote: a store with 1,000 live votes, made anew for each round, and one with a million are asked in turn, one vote at a time, 1,000 times a round. Figures are medians over the rounds, ratios medians of the ratios within a round. "Inside Redis" is the mean that Redis itself counts for a call of the script.',
    'Bytes on disk are the growth of the embedded store by a million votes, closed before and after.',
  ],
  async run(context) {
    const redis = await measureOnRedis(context);
    const embedded = await measureEmbedded(context);
    return summarise({ memory: redis.memory, onRedis: redis.latency, ...embedded });
  },
};

async function measureOnRedis(context: BenchContext): Promise<{ memory: Memory; latency: LatencyRounds }> {
  const large = await startRedis(context, 'redis-large');
  const small = await startRedis(context, 'redis-small');
  const placeOf = ({ url }: BenchRedis) => ({ redisUrl: url, dataDir: join(context.folder, 'unused') });
  let emptyBytes = 0;
  const filled = await fillStore(placeOf(large), {
    votes: MANY,
    onEmpty: async () => {
      emptyBytes = await large.usedBytes();
    },
    say: (line) => context.say(`filling Redis: ${line}`),
  });
  context.say('casting votes on Redis with many and with few');
  const latency = await measureLatency(context, {
    large: { filled, redis: large },
    async renewSmall() {
      await small.client.flushall();
      return { filled: await fillStore(placeOf(small), { votes: FEW }), redis: small };
    },
  });
  context.say('weighing the votes in Redis');
  const memory = await measureMemory(large, { emptyBytes, votes: MANY + latency.votesCast });
  await Promise.all([large.close(), small.close()]);
  return { memory, latency };
}

async function measureEmbedded(context: BenchContext): Promise<{ diskBytes: number; embedded: LatencyRounds }> {
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
  context.say('casting votes on the embedded store with many and with few');
  const embedded = await measureLatency(context, {
    large: { filled, redis: null },
    async renewSmall() {
      const small = placeOf('small');
      rmSync(small.dataDir, { recursive: true, force: true });
      return { filled: await fillStore(small, { votes: FEW }), redis: null };
    },
  });
  return { diskBytes, embedded };
}
