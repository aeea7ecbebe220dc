import type { BenchContext } from '../benchmark.ts';
import type { BenchRedis } from '../processes/redis.ts';
import { rotate } from '../rounds/orders.ts';
import { mean, median, percentile } from '../statistics.ts';
import type { FilledStore } from './fill-store.ts';
import { type BySize, SIZES, type Size } from './sizes.ts';

/** A filled store and, where it is on Redis, its server. */
export interface LatencySide {
  readonly filled: FilledStore;
  readonly redis: BenchRedis | null;
}

export interface LatencySides {
  readonly middle: LatencySide;
  readonly large: LatencySide;
  /** Makes the small one anew, so that what is measured does not fill it. */
  renewSmall(round: number): Promise<LatencySide>;
}

/** Time of one vote or check in one round. */
export interface LatencySample {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly meanMs: number;
  /** Mean time of the script as Redis counts it, in microseconds; `null` on the embedded store. */
  readonly insideMicros: number | null;
}

/** A sample a round. */
export type SizeSamples = BySize<readonly LatencySample[]>;

export interface LatencyRounds {
  readonly votes: SizeSamples;
  readonly checks: SizeSamples;
  /** How many votes the large store got on top. */
  readonly votesCast: number;
}

type Measure = 'p50Ms' | 'p99Ms' | 'meanMs' | 'insideMicros';
export type Doing = 'votes' | 'checks';
/** Of each vote or check, in milliseconds. */
export type Latencies = number[];

/** A store that can be asked. */
export interface OpenSide {
  doOne(doing: Doing): Promise<void>;
  /** Forgets what was done so far. */
  begin(): Promise<void>;
  end(): Promise<LatencySample>;
  close(): Promise<void>;
}

export type OpenSides = (side: LatencySide, round: number) => Promise<OpenSide>;

const WARM_UP = 200;
const MEASURED = 1000;

/** Casts votes and checks one at a time, on stores of all sizes in turn, so that whatever disturbs meets all of them. */
export async function measureLatency(
  context: BenchContext,
  sides: LatencySides,
  openSide: OpenSides,
): Promise<LatencyRounds> {
  const samples = { votes: emptySamples(), checks: emptySamples() };
  for (let round = 0; round < context.rounds; round += 1) {
    const open = {
      small: await openSide(await sides.renewSmall(round), round),
      middle: await openSide(sides.middle, round),
      large: await openSide(sides.large, round),
    };
    for (const doing of ['votes', 'checks'] as const) {
      const bySize = SIZES.map((size) => open[size]);
      await doInTurn(bySize, doing, WARM_UP);
      const found = await timeInTurn(bySize, doing, MEASURED);
      for (const [at, size] of SIZES.entries()) samples[doing][size].push(...found.slice(at, at + 1));
    }
    for (const size of SIZES) await open[size].close();
  }
  return { ...samples, votesCast: context.rounds * (WARM_UP + MEASURED) };
}

/** Median over the rounds; `null` where it was not measured. */
export function medianOf(samples: readonly LatencySample[], measure: Measure): number | null {
  const known = samples.map((sample) => sample[measure]).filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}

/** Median of the ratios within each round, of a size over the small one; `null` where it was not measured. */
export function growthOf(samples: SizeSamples, size: Size, measure: Measure): number | null {
  const ratios: number[] = [];
  for (const [round, sample] of samples[size].entries()) {
    const over = sample[measure];
    const under = samples.small[round]?.[measure];
    if (over != null && under != null) ratios.push(over / under);
  }
  return ratios.length === 0 ? null : median(ratios);
}

/** What is said of latencies. */
export function timesOf(latencies: Latencies): Omit<LatencySample, 'insideMicros'> {
  const sorted = Float64Array.from(latencies).sort();
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99), meanMs: mean(sorted) };
}

function emptySamples(): Record<Size, LatencySample[]> {
  return { small: [], middle: [], large: [] };
}

/** Does so many on each side, one at a time. @returns what it took, side by side */
export async function timeInTurn(sides: readonly OpenSide[], doing: Doing, count: number): Promise<LatencySample[]> {
  for (const side of sides) await side.begin();
  await doInTurn(sides, doing, count);
  const samples: LatencySample[] = [];
  for (const side of sides) samples.push(await side.end());
  return samples;
}

export async function doInTurn(sides: readonly OpenSide[], doing: Doing, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    for (const side of rotate(sides, done)) await side.doOne(doing);
  }
}
