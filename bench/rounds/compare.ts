import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { median } from '../statistics.ts';
import { CONNECTIONS, type Rounds, type Sample } from './measure-rounds.ts';
import { PEERS, PROGRAMS } from './programs.ts';
import { medianRatio } from './ratios.ts';

/** What a workload is called in the report, and what is counted in it. */
export interface Heading {
  readonly what: string;
  /** In the singular: `vote`, `answer`. */
  readonly unit: string;
}

/** What each program did in each round, by its name. */
export type Samples = Pick<Rounds, 'samples'>;

/** Whose processor time. */
type Micros = 'cpuMicros' | 'redisCpuMicros' | 'loadCpuMicros';

/** Answers a second of one program against those of another. */
export function ratioOf({ samples }: Samples, over: string, under: string): number {
  return medianRatio(ratesOf(samples.get(over)), ratesOf(samples.get(under)));
}

/** Processor time per answer of a program, or of Redis while it was measured; not a number where unknown. */
export function medianMicrosOf({ samples }: Samples, name: string, measure: Micros): number {
  return median((samples.get(name) ?? []).map((sample) => sample[measure] ?? Number.NaN));
}

export function medianP99(rounds: Samples, name: string): number {
  return median((rounds.samples.get(name) ?? []).map(({ p99Ms }) => p99Ms));
}

/** That the service on Redis, with all that the peers leave out, is no slower than the fastest of them, whichever that was in this run. */
export function fastestPeerClaim(rounds: Rounds, what: string): Claim {
  const ratios = PEERS.map((peer) => ratioOf(rounds, PROGRAMS.redis, peer));
  return {
    what: `${what} on Redis against the fastest peer, per second`,
    measured: Math.min(...ratios),
    unit: '',
    sense: 'at least',
    gate: 1,
    target: 1,
  };
}

/** All programs of a workload side by side. */
export function roundsTable({ samples }: Rounds, { what, unit }: Heading): Table {
  const [floor, ours] = [PROGRAMS.oneScript, PROGRAMS.redis].map((name) => ratesOf(samples.get(name)));
  return {
    title: `${what}, ${CONNECTIONS} connections`,
    heading: [
      'Program',
      `${unit}s/s`,
      'lowest',
      'highest',
      'of one script',
      'service against it',
      'p50 ms',
      'p99 ms',
      `CPU µs/${unit}`,
      `Redis µs/${unit}`,
    ],
    rows: [...samples].map(([name, of]) => {
      const rates = ratesOf(of);
      return [
        name,
        whole(median(rates)),
        whole(Math.min(...rates)),
        whole(Math.max(...rates)),
        medianRatio(rates, floor ?? []).toFixed(2),
        medianRatio(ours ?? [], rates).toFixed(2),
        median(of.map(({ p50Ms }) => p50Ms)).toFixed(2),
        median(of.map(({ p99Ms }) => p99Ms)).toFixed(2),
        medianMicros(of, 'cpuMicros'),
        medianMicros(of, 'redisCpuMicros'),
      ];
    }),
  };
}

/** Processor time per answer, as text; empty where unknown. */
export function medianMicros(of: readonly Sample[], measure: Micros): string {
  const known = of.map((sample) => sample[measure] ?? null).filter((value) => value !== null);
  return known.length === 0 ? '' : median(known).toFixed(1);
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function ratesOf(samples: readonly Sample[] = []): number[] {
  return samples.map(({ perSecond }) => perSecond);
}
