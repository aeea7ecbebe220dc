import type { Findings } from '../benchmark.ts';
import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { median } from '../statistics.ts';
import type { CachedRounds, CachedSample } from './measure-cached.ts';
import { CONNECTIONS } from './measure-cached.ts';
import type { ImportCost } from './measure-import.ts';
import type { PageRounds } from './measure-pages.ts';
import type { WayRounds } from './measure-routes.ts';

interface ManyPages {
  readonly pages: PageRounds;
  /** How long the import of the many took. */
  readonly fillSeconds: number;
}

interface OnStore {
  /** Of few rows and of many. */
  readonly imports: readonly ImportCost[];
  readonly ways: WayRounds;
}

export interface OnStores {
  readonly embedded: OnStore;
  readonly redis: OnStore;
}

export interface Content {
  readonly cached: CachedRounds;
  readonly stores: OnStores;
  readonly many: ManyPages;
}

/** Turns what was measured into tables and the claims about it. */
export function summarise({ cached, stores, many }: Content): Findings {
  const ratio = { unit: '', target: null } as const;
  const claims: Claim[] = [
    {
      what: 'GET /v1/resources from memory against the same bytes from Fastify, answers a second',
      measured: ratioOf(cached.service.map(rate), cached.fastify.map(rate)),
      unit: '',
      sense: 'at least',
      gate: 0.65,
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
  const named = [
    ['embedded store', stores.embedded],
    ['Redis', stores.redis],
  ] as const;
  for (const [name, { imports }] of named) claims.push(...importClaims(name, imports));
  const figures = named.map(([name, { imports, ways }]) => ({ name, imports, ways: Object.fromEntries(ways) }));
  return {
    tables: [cachedTable(cached), waysTable(named), importsTable(named), pagesTable(many)],
    claims,
    figures: { cached, stores: figures, ...many },
  };
}

type Named = readonly (readonly [string, OnStore])[];

function importClaims(name: string, imports: readonly ImportCost[]): Claim[] {
  const [few, many] = imports;
  return [
    {
      what: `import of 100,000 rows, ${name}`,
      measured: many?.seconds ?? Number.NaN,
      unit: 's',
      sense: 'below',
      gate: 60,
      target: null,
    },
    {
      what: `memory of that import against one of 20,000 rows, ${name}`,
      measured: (many?.peakBytes ?? Number.NaN) / (few?.peakBytes ?? Number.NaN),
      unit: '',
      sense: 'at most',
      gate: 1.15,
      target: null,
    },
  ];
}

function waysTable(stores: Named): Table {
  return {
    title: `Ways of asking for content, 100,000 resources, ${CONNECTIONS} connections`,
    heading: ['Way', 'answers/s', 'p99 ms', 'CPU µs/answer'],
    rows: stores.flatMap(([name, { ways }]) =>
      [...ways].map(([way, samples]) => [
        `${name}, ${way}`,
        Math.round(median(samples.map(rate))).toLocaleString('en-US'),
        median(samples.map(({ p99Ms }) => p99Ms)).toFixed(2),
        cpuOf(samples),
      ]),
    ),
  };
}

function importsTable(stores: Named): Table {
  return {
    title: 'Imports by the command line',
    heading: ['Store', 'rows', 's', 'rows/s', 'most memory, MB'],
    rows: stores.flatMap(([name, { imports }]) =>
      imports.map(({ rows, seconds, peakBytes }) => [
        name,
        rows.toLocaleString('en-US'),
        seconds.toFixed(1),
        Math.round(rows / seconds).toLocaleString('en-US'),
        peakBytes === null ? '' : (peakBytes / 1e6).toFixed(0),
      ]),
    ),
  };
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
