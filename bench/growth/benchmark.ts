import type { BenchContext, Benchmark, Findings } from '../benchmark.ts';
import { accountsOf } from './fill-store.ts';
import { measureVotesOnEmbedded } from './measure-embedded.ts';
import { measureRecords, RECORDS } from './measure-records.ts';
import { measureVotesOnRedis } from './measure-redis.ts';
import { measureStarts } from './measure-starts.ts';
import { countText, type Sizes, type Wanted } from './sizes.ts';
import { summarise } from './summarise.ts';

const MILLION: Sizes = { small: 1_000, middle: 100_000, large: 1_000_000 };
const TEN_MILLION: Sizes = { ...MILLION, large: 10_000_000 };

/** What a vote costs in memory, on disk and in time when a million of them are live, and what look-ups cost among many records. */
export const growthBenchmark: Benchmark = {
  name: 'growth',
  title: 'A million live votes',
  method: [
    ...methodOf(MILLION),
    'Over HTTP the same is asked of the service, running as in production, on one connection for each store, after each key and server was asked for once.',
    'Each round opens the stores anew, so that what a check of a large embedded store looks at is not in the memory of the process yet: more than half of the microseconds by which it grows go into pages that are read for the first time. The rest stays on a store that has been asked long before.',
    `Servers, keys and sites are ${countText(RECORDS.small)}, ${countText(RECORDS.middle)} or ${countText(RECORDS.large)} of each in a store of its own: half of them belong to one account, the others to accounts with ten of each. They are made on Redis and brought to the embedded store by \`server-vote copy\`. Look-ups go past every cache of the service, to the three stores in turn, for the same 300 of each kind in every round.`,
    'Over HTTP each vote has another key, each check is by another site, and both are of another server than the one before. "In memory" are 200 of each that are asked for again and again; "asked for first" are others, which no request has named since the service was started, as it is anew for each round. All are asked in turn, one at a time.',
  ],
  run: (context) => measureGrowth(context, MILLION, { records: true, overHttp: true }),
};

/** The same of votes with ten times as many, which takes an hour or more and 4 GB of memory. It has no gates. */
export const tenMillionBenchmark: Benchmark = {
  name: 'ten-million',
  title: 'Ten million live votes',
  onlyByName: true,
  longestMinutes: 180,
  method: methodOf(TEN_MILLION),
  async run(context) {
    const { tables, figures } = await measureGrowth(context, TEN_MILLION, { records: false, overHttp: false });
    // What scaling is worked out from is measured anew with every run of all benchmarks, and this is not.
    return { tables, figures, claims: [] };
  },
};

async function measureGrowth(context: BenchContext, sizes: Sizes, wanted: Wanted): Promise<Findings> {
  const redis = await measureVotesOnRedis(context, sizes, wanted);
  redis.hold();
  const embedded = await measureVotesOnEmbedded(context, sizes, wanted);
  redis.goOn();
  context.say('starting on both stores with many and with few');
  const starts = await measureStarts(context, { redis: redis.places, embedded: embedded.places });
  context.say('weighing the votes in Redis');
  const memory = await redis.weigh();
  await redis.close();
  return summarise({
    sizes,
    redis: { latency: redis.latency, overHttp: redis.overHttp, memory },
    embedded: { latency: embedded.latency, overHttp: embedded.overHttp, diskBytes: embedded.diskBytes },
    starts,
    records: wanted.records ? await measureRecords(context) : null,
  });
}

function methodOf({ small, middle, large }: Sizes): string[] {
  const accounts = accountsOf(large);
  const spread =
    accounts === accountsOf(small)
      ? `${accounts} accounts`
      : `${countText(accounts)} accounts (${accountsOf(small)} in the smaller stores)`;
  return [
    `The stores are filled past HTTP. Votes are spread evenly over ten of the last 12 hours, over ${spread} with ten servers each; each is of another voter and carries an Idempotency-Key and a username of 12 characters, so that it is as large as a usual vote gets.`,
    'Bytes in Redis are differences of `used_memory`, so what the allocator rounds up and the tables of Redis itself are in them: all logs are deleted, and the difference is the logs; then totals, day counts and windows; what is left above the state before the first vote are the locks. Beside it stands MEMORY USAGE, of up to 1,000 random locks and of every log, which leaves out the tables that hold all keys. Where an account has few votes, what its log, totals and window take at the least is shared by few.',
    `Time of one vote and of one check, in the store of the product by itself: a store with ${countText(small)} live votes, made anew for each round, one with ${countText(middle)} and one with ${countText(large)} are asked in turn, one at a time, 1,000 times a round. Figures are medians over the rounds, ratios medians of the ratios within a round. Here and among servers, keys and sites all Redis are kept on one core, for one that the scheduler has put beside who asks answers sooner. "Inside Redis" is the mean that Redis itself counts for a call of the script.`,
    'Time of a start is that of `server-vote serve` until it is ready. Both stores in all sizes are started in turn, in another order each round.',
    'Bytes on disk are the growth of the embedded store by the votes, closed before and after.',
  ];
}
