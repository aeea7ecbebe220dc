import type { Findings } from '../benchmark.ts';
import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { median } from '../statistics.ts';
import { CONNECTIONS, type Rounds, type Sample, type SubjectName } from './measure-rounds.ts';

const ORDER: readonly SubjectName[] = [
  'service on Redis',
  'service, embedded store',
  'floor, one script',
  'floor, constant',
];

/** Turns the samples of all rounds into a table and the claims about them. */
export function summarise({ samples, answered }: Rounds): Findings {
  const ours = samples['service on Redis'];
  const floor = samples['floor, one script'];
  const claims: Claim[] = [
    {
      what: 'POST /vote on Redis against the one-script floor, votes a second',
      measured: ratio(ours, floor),
      unit: '',
      sense: 'at least',
      gate: 0.6,
      target: 0.7,
    },
    {
      what: `p99 of POST /vote on Redis, ${CONNECTIONS} connections`,
      measured: median(ours.map(({ p99Ms }) => p99Ms)),
      unit: 'ms',
      sense: 'below',
      gate: 50,
      target: null,
    },
    {
      what: 'POST /vote, embedded store against Redis, votes a second',
      measured: ratio(samples['service, embedded store'], ours),
      unit: '',
      sense: 'at least',
      gate: null,
      target: 0.8,
    },
  ];
  return { tables: [tableOf(samples, floor)], claims, figures: { samples, answered } };
}

/** Median of the ratios within each round: what disturbs a whole round disturbs both sides of it. */
function ratio(over: readonly Sample[], under: readonly Sample[]): number {
  return median(over.map((sample, round) => sample.perSecond / (under[round]?.perSecond ?? Number.NaN)));
}

function tableOf(samples: Rounds['samples'], floor: readonly Sample[]): Table {
  return {
    title: `POST /vote, ${CONNECTIONS} connections`,
    heading: [
      'Program',
      'votes/s',
      'lowest',
      'highest',
      'of one script',
      'p50 ms',
      'p99 ms',
      'CPU µs/vote',
      'Redis µs/vote',
    ],
    rows: ORDER.map((name) => {
      const of = samples[name];
      const rates = of.map(({ perSecond }) => perSecond);
      return [
        name,
        whole(median(rates)),
        whole(Math.min(...rates)),
        whole(Math.max(...rates)),
        ratio(of, floor).toFixed(2),
        median(of.map(({ p50Ms }) => p50Ms)).toFixed(2),
        median(of.map(({ p99Ms }) => p99Ms)).toFixed(2),
        medianMicros(of.map(({ cpuMicros }) => cpuMicros)),
        medianMicros(of.map(({ redisCpuMicros }) => redisCpuMicros)),
      ];
    }),
  };
}

function medianMicros(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? '' : median(known).toFixed(1);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
