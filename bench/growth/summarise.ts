import type { Findings } from '../benchmark.ts';
import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { medianRatio } from '../rounds/ratios.ts';
import { median } from '../statistics.ts';
import { growthOf, type LatencyRounds, medianOf, type SizeSamples } from './measure-latency.ts';
import type { Memory } from './measure-memory.ts';
import type { RecordTimes } from './measure-records.ts';
import type { StartTimes } from './measure-starts.ts';
import { type BySize, countText, SIZES, type Size, type Sizes } from './sizes.ts';
import { summariseRecords } from './summarise-records.ts';

interface OnStore {
  /** Of the store by itself. */
  readonly latency: LatencyRounds;
  /** Of the service, as a visitor meets it; `null` where it was not measured. */
  readonly overHttp: LatencyRounds | null;
}

interface OnRedis extends OnStore {
  readonly memory: BySize<Memory>;
}

interface OnEmbedded extends OnStore {
  /** Bytes on disk for each vote. */
  readonly diskBytes: BySize<number>;
}

/** Everything that was measured. */
export interface Growth {
  readonly sizes: Sizes;
  readonly redis: OnRedis;
  readonly embedded: OnEmbedded;
  readonly starts: Readonly<Record<'redis' | 'embedded', StartTimes>>;
  /** `null` where it was not measured. */
  readonly records: Readonly<Record<'redis' | 'embedded', RecordTimes>> | null;
}

/** Two tables of pointers, which Redis makes twice as long when they are full: 1,048,576 keys hold a million well. */
const DOUBLED_TABLE_BYTES = 16;

/** Starting may take so much longer with all votes than with few. */
const START_GROWTH = 1.5;

/** Turns what was measured into tables and the claims about it. */
export function summarise(growth: Growth): Findings {
  const { sizes, redis, embedded } = growth;
  const { lockBytes, logBytes } = redis.memory.large;
  const records = growth.records === null ? { tables: [], claims: [] } : summariseRecords(growth.records);
  return {
    tables: [
      bytesTable(growth),
      ...overHttpTables(growth),
      timeTable('one vote in the store', sizes, { onRedis: redis.latency.votes, embedded: embedded.latency.votes }),
      timeTable('one check in the store', sizes, { onRedis: redis.latency.checks, embedded: embedded.latency.checks }),
      startTable(growth),
      ...records.tables,
    ],
    claims: [...claimsOf(growth), ...startClaims(growth), ...records.claims],
    costs: { lockBytes, logBytes, diskBytes: embedded.diskBytes.large },
    figures: growth,
  };
}

function claimsOf({ sizes, redis, embedded }: Growth): Claim[] {
  const bytes = { unit: 'bytes', sense: 'at most', target: null } as const;
  const { lockBytes, logBytes } = redis.memory.large;
  const at = `at ${countText(sizes.large)} live votes`;
  const growthOfTime = (what: string, samples: SizeSamples) => growthClaim(what, sizes, samples);
  return [
    { what: `Redis memory of a lock ${at}`, measured: lockBytes, gate: 220, ...bytes },
    { what: `Redis memory of a log entry ${at}`, measured: logBytes, gate: 110, ...bytes },
    ...overHttpClaims('Redis', redis.overHttp, growthOfTime),
    ...overHttpClaims('the embedded store', embedded.overHttp, growthOfTime),
    growthOfTime('one vote in the store on Redis', redis.latency.votes),
    growthOfTime('one check in the store on Redis', redis.latency.checks),
    growthOfTime('one vote in the embedded store', embedded.latency.votes),
    { ...growthOfTime('one check in the embedded store', embedded.latency.checks), gate: 1.8, target: 1.15 },
  ];
}

function overHttpClaims(
  store: string,
  overHttp: LatencyRounds | null,
  growthOfTime: (what: string, samples: SizeSamples) => Claim,
): Claim[] {
  if (overHttp === null) return [];
  return [
    growthOfTime(`one vote over HTTP on ${store}`, overHttp.votes),
    growthOfTime(`one check over HTTP on ${store}`, overHttp.checks),
  ];
}

function growthClaim(what: string, { small, large }: Sizes, samples: SizeSamples): Claim {
  return {
    what: `time of ${what}, ${countText(large)} live votes against ${countText(small)}`,
    measured: growthOf(samples, 'large', 'p50Ms') ?? Number.NaN,
    unit: '',
    sense: 'at most',
    gate: 1.15,
    target: null,
  };
}

function bytesTable({ sizes, redis: { memory }, embedded: { diskBytes } }: Growth): Table {
  const row = (what: string, bytesOf: (size: Size) => number) => [
    what,
    ...SIZES.map((size) => bytesOf(size).toFixed(1)),
  ];
  return {
    title: 'Bytes for each live vote',
    heading: ['What', ...SIZES.map((size) => `at ${countText(sizes[size])}`)],
    rows: [
      row('lock in Redis', (size) => memory[size].lockBytes),
      row('  just after Redis doubled its tables (computed)', (size) => memory[size].lockBytes + DOUBLED_TABLE_BYTES),
      row('  by MEMORY USAGE', (size) => memory[size].sampledLockBytes),
      row('log entry in Redis', (size) => memory[size].logBytes),
      row('  by MEMORY USAGE', (size) => memory[size].sampledLogBytes),
      row('totals, day counts and windows in Redis', (size) => memory[size].otherBytes),
      row('all in Redis', (size) => memory[size].lockBytes + memory[size].logBytes + memory[size].otherBytes),
      row('all on the disk of the embedded store', (size) => diskBytes[size]),
    ],
  };
}

function overHttpTables({ sizes, redis: { overHttp: onRedis }, embedded: { overHttp: embedded } }: Growth): Table[] {
  if (onRedis === null || embedded === null) return [];
  return [
    timeTable('one vote over HTTP', sizes, { onRedis: onRedis.votes, embedded: embedded.votes }),
    timeTable('one check over HTTP', sizes, { onRedis: onRedis.checks, embedded: embedded.checks }),
  ];
}

function timeTable(
  what: string,
  sizes: Sizes,
  { onRedis, embedded }: { readonly onRedis: SizeSamples; readonly embedded: SizeSamples },
): Table {
  const rows = (name: string, samples: SizeSamples) =>
    (['p50Ms', 'meanMs', 'p99Ms', 'insideMicros'] as const)
      .filter((measure) => medianOf(samples.small, measure) !== null)
      .map((measure) => [
        `${name}, ${MEASURES[measure]}`,
        ...SIZES.map((size) => (medianOf(samples[size], measure) ?? Number.NaN).toFixed(3)),
        ...(['middle', 'large'] as const).map((size) => (growthOf(samples, size, measure) ?? Number.NaN).toFixed(3)),
      ]);
  return {
    title: `Time of ${what}, one at a time`,
    heading: ['What', ...sizeHeadings(sizes)],
    rows: [...rows('Redis', onRedis), ...rows('embedded store', embedded)],
  };
}

const MEASURES = { p50Ms: 'p50 ms', meanMs: 'mean ms', p99Ms: 'p99 ms', insideMicros: 'inside Redis µs' } as const;

function startTable({ sizes, starts }: Growth): Table {
  const row = (name: string, times: StartTimes) => [
    name,
    ...SIZES.map((size) => median(times[size]).toFixed(0)),
    ...(['middle', 'large'] as const).map((size) => medianRatio(times[size], times.small).toFixed(3)),
  ];
  return {
    title: 'Start of the service until it is ready, ms',
    heading: ['Store', ...sizeHeadings(sizes)],
    rows: [row('Redis', starts.redis), row('embedded store', starts.embedded)],
  };
}

function startClaims({ sizes: { small, large }, starts }: Growth): Claim[] {
  const claim = (store: string, times: StartTimes): Claim => ({
    what: `time of a start on ${store}, ${countText(large)} live votes against ${countText(small)}`,
    measured: medianRatio(times.large, times.small),
    unit: '',
    sense: 'at most',
    gate: START_GROWTH,
    target: null,
  });
  return [claim('Redis', starts.redis), claim('the embedded store', starts.embedded)];
}

/** Each size, and what comes of the larger ones against the small one. */
function sizeHeadings({ small, middle, large }: Sizes): string[] {
  const [few, more, most] = [countText(small), countText(middle), countText(large)];
  return [`at ${few}`, `at ${more}`, `at ${most}`, `${more} against ${few}`, `${most} against ${few}`];
}
