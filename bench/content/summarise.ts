import type { Findings } from '../benchmark.ts';
import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { median } from '../statistics.ts';
import type { CachedRounds, CachedSample } from './measure-cached.ts';
import { CONNECTIONS } from './measure-cached.ts';
import type { PageRounds } from './measure-pages.ts';

interface ManyPages {
  readonly pages: PageRounds;
  /** How long the import of the many took. */
  readonly fillSeconds: number;
}

/** Turns what was measured into tables and the claims about it. */
export function summarise(cached: CachedRounds, many: ManyPages): Findings {
  const ratio = { unit: '', target: null } as const;
  const claims: Claim[] = [
    {
      what: 'GET /v1/resources from memory against the same bytes from Fastify, answers a second',
      measured: ratioOf(cached.service.map(rate), cached.fastify.map(rate)),
      unit: '',
      sense: 'at least',
      gate: 0.5,
      target: 0.9,
    },
    {
      what: 'a page on Redis, 1,000,000 resources against 1,000',
      measured: ratioOf(many.pages.first, many.pages.few),
      sense: 'at most',
      gate: 1.5,
      ...ratio,
    },
    {
      what: 'page 5,000 on Redis against page 1',
      measured: ratioOf(many.pages.deep, many.pages.first),
      sense: 'at most',
      gate: 1.5,
      ...ratio,
    },
  ];
  return { tables: [cachedTable(cached), pagesTable(many)], claims, figures: { cached, ...many } };
}

function rate({ perSecond }: CachedSample): number {
  return perSecond;
}

/** Median of the ratios within each round: what disturbs a whole round disturbs both sides of it. */
function ratioOf(over: readonly number[], under: readonly number[]): number {
  return median(over.map((value, round) => value / (under[round] ?? Number.NaN)));
}

function cachedTable({ service, fastify, bytes }: CachedRounds): Table {
  const rows = [
    ['service, embedded store', service],
    ['Fastify, same bytes', fastify],
  ] as const;
  return {
    title: `GET /v1/resources, ${bytes.toLocaleString('en-US')} bytes from memory, ${CONNECTIONS} connections`,
    heading: ['Program', 'answers/s', 'of Fastify', 'p99 ms', 'CPU µs/answer'],
    rows: rows.map(([name, samples]) => [
      name,
      Math.round(median(samples.map(rate))).toLocaleString('en-US'),
      ratioOf(samples.map(rate), fastify.map(rate)).toFixed(2),
      median(samples.map(({ p99Ms }) => p99Ms)).toFixed(2),
      cpuOf(samples),
    ]),
  };
}

function cpuOf(samples: readonly CachedSample[]): string {
  const known = samples.map(({ cpuMicros }) => cpuMicros).filter((value) => value !== null);
  return known.length === 0 ? '' : median(known).toFixed(1);
}

function pagesTable({ pages, fillSeconds }: ManyPages): Table {
  const rows = [
    ['page 1 of 1,000 resources', pages.few],
    ['page 1 of 1,000,000', pages.first],
    ['page 5,000 of 1,000,000', pages.deep],
    ['last page of one game and category', pages.filtered],
  ] as const;
  return {
    title: `A page of 20 on Redis (the million was imported in ${Math.round(fillSeconds)} s)`,
    heading: ['Page', 'ms'],
    rows: rows.map(([name, times]) => [name, median(times).toFixed(3)]),
  };
}
