import type { BenchContext } from '../benchmark.ts';
import { type BenchRedis, readInfo } from '../processes/redis.ts';
import { type BuiltStores, openBuiltStores } from '../product/built-product.ts';
import { mean, median, percentile } from '../statistics.ts';
import type { FilledStore } from './fill-store.ts';
import { attemptOf, castOne } from './votes.ts';

/** A filled store and, where it is on Redis, its server. */
export interface LatencySide {
  readonly filled: FilledStore;
  readonly redis: BenchRedis | null;
}

export interface LatencySides {
  readonly large: LatencySide;
  /** Makes the small one anew, so that what is measured does not fill it. */
  renewSmall(round: number): Promise<LatencySide>;
}

/** Time of one vote in one round. */
export interface LatencySample {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly meanMs: number;
  /** Mean time of the script as Redis counts it, in microseconds; `null` on the embedded store. */
  readonly insideMicros: number | null;
}

export interface LatencyRounds {
  readonly small: readonly LatencySample[];
  readonly large: readonly LatencySample[];
  /** How many votes the large store got on top. */
  readonly votesCast: number;
}

type Measure = 'p50Ms' | 'p99Ms' | 'meanMs' | 'insideMicros';

const WARM_UP = 200;
const MEASURED = 1000;

/** Casts votes one at a time, on the small and the large store in turn, so that whatever disturbs meets both. */
export async function measureLatency(context: BenchContext, sides: LatencySides): Promise<LatencyRounds> {
  const rounds: { small: LatencySample[]; large: LatencySample[] } = { small: [], large: [] };
  for (let round = 0; round < context.rounds; round += 1) {
    const small = await openSide(await sides.renewSmall(round), round);
    const large = await openSide(sides.large, round);
    await castInTurn([small, large], WARM_UP);
    await Promise.all([small.begin(), large.begin()]);
    await castInTurn([small, large], MEASURED);
    rounds.small.push(await small.end());
    rounds.large.push(await large.end());
  }
  return { ...rounds, votesCast: context.rounds * (WARM_UP + MEASURED) };
}

/** Median over the rounds; `null` where it was not measured. */
export function medianOf(samples: readonly LatencySample[], measure: Measure): number | null {
  const known = samples.map((sample) => sample[measure]).filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}

/** Median of the ratios within each round, large over small; `null` where it was not measured. */
export function growthOf({ small, large }: LatencyRounds, measure: Measure): number | null {
  const ratios: number[] = [];
  for (const [round, sample] of large.entries()) {
    const over = sample[measure];
    const under = small[round]?.[measure];
    if (over != null && under != null) ratios.push(over / under);
  }
  return ratios.length === 0 ? null : median(ratios);
}

interface OpenSide {
  castOne(): Promise<void>;
  /** Forgets what was cast so far. */
  begin(): Promise<void>;
  end(): Promise<LatencySample>;
}

async function openSide({ filled, redis }: LatencySide, round: number): Promise<OpenSide> {
  const stores: BuiltStores = await openBuiltStores(filled.place);
  // A key of its own each round starts with an empty minute on both sides.
  const kind = { keySuffix: `-${round}`, votesPerMinute: 10_000 };
  let number = 0;
  let latencies: number[] = [];
  return {
    async castOne() {
      const attempt = attemptOf(filled.tenants, number++, kind);
      const began = performance.now();
      await castOne(stores, attempt);
      latencies.push(performance.now() - began);
    },
    async begin() {
      latencies = [];
      await redis?.client.config('RESETSTAT');
    },
    async end() {
      const insideMicros = redis === null ? null : await scriptMicros(redis);
      await stores.close();
      const sorted = Float64Array.from(latencies).sort();
      return {
        p50Ms: percentile(sorted, 0.5),
        p99Ms: percentile(sorted, 0.99),
        meanMs: mean(sorted),
        insideMicros,
      };
    },
  };
}

async function castInTurn(sides: readonly [OpenSide, OpenSide], count: number): Promise<void> {
  for (let cast = 0; cast < count; cast += 1) {
    for (const side of cast % 2 === 0 ? sides : sides.toReversed()) await side.castOne();
  }
}

async function scriptMicros({ client }: BenchRedis): Promise<number> {
  const info = await client.info('commandstats');
  const line = info.split('\n').find((text) => text.startsWith('cmdstat_evalsha:')) ?? '';
  const fields = line.slice(line.indexOf(':') + 1).replaceAll(/[=,]/g, (sign) => (sign === '=' ? ':' : '\n'));
  return readInfo(fields, 'usec') / readInfo(fields, 'calls');
}
