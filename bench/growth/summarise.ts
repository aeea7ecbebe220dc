import type { Findings } from '../benchmark.ts';
import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { median } from '../statistics.ts';
import { FEW_RECORDS, type LookUp, type LookUps, MANY_RECORDS } from './measure-directory.ts';
import { growthOf, type LatencyRounds, medianOf, type SizeSamples } from './measure-latency.ts';
import type { Memory } from './measure-memory.ts';
import { type BySize, SIZES, type Size, type Sizes, votesText } from './sizes.ts';

interface OnStore {
  /** Of the store by itself. */
  readonly latency: LatencyRounds;
  /** Of the service, as a visitor meets it; `null` where it was not measured. */
  readonly overHttp: LatencyRounds | null;
  /** Milliseconds from the start of the service until it is ready. */
  readonly start: BySize<number>;
  /** `null` where it was not measured. */
  readonly directory: { readonly few: LookUps; readonly many: LookUps } | null;
}

export interface OnRedis extends OnStore {
  readonly memory: BySize<Memory>;
}

export interface OnEmbedded extends OnStore {
  /** Bytes on disk for each vote. */
  readonly diskBytes: BySize<number>;
}

export interface Growth {
  readonly sizes: Sizes;
  readonly redis: OnRedis;
  readonly embedded: OnEmbedded;
}

/** Two tables of pointers, which Redis makes twice as long when they are full: 1,048,576 keys hold a million well. */
const DOUBLED_TABLE_BYTES = 16;

/** Turns what was measured into tables and the claims about it. */
export function summarise(growth: Growth): Findings {
  const { sizes, redis, embedded } = growth;
  const { lockBytes, logBytes } = redis.memory.large;
  return {
    tables: [
      bytesTable(growth),
      ...overHttpTables(growth),
      timeTable('one vote in the store', sizes, { onRedis: redis.latency.votes, embedded: embedded.latency.votes }),
      timeTable('one check in the store', sizes, { onRedis: redis.latency.checks, embedded: embedded.latency.checks }),
      startTable(growth),
      ...directoryTables(growth),
    ],
    claims: claimsOf(growth),
    costs: { lockBytes, logBytes, diskBytes: embedded.diskBytes.large },
    figures: growth,
  };
}

function claimsOf({ sizes, redis, embedded }: Growth): Claim[] {
  const bytes = { unit: 'bytes', sense: 'at most', target: null } as const;
  const { lockBytes, logBytes } = redis.memory.large;
  const at = `at ${votesText(sizes.large)} live votes`;
  const growthOfTime = (what: string, samples: SizeSamples) => growthClaim(what, sizes, samples);
  return [
    { what: `Redis memory of a lock ${at}`, measured: lockBytes, gate: 220, ...bytes },
    { what: `Redis memory of a log entry ${at}`, measured: logBytes, gate: 110, ...bytes },
    ...overHttpClaims('Redis', redis.overHttp, growthOfTime),
    ...overHttpClaims('the embedded store', embedded.overHttp, growthOfTime),
    growthOfTime('one vote in the store on Redis', redis.latency.votes),
    growthOfTime('one check in the store on Redis', redis.latency.checks),
    { ...growthOfTime('one vote in the embedded store', embedded.latency.votes), gate: null, target: 1.15 },
    { ...growthOfTime('one check in the embedded store', embedded.latency.checks), gate: null, target: 1.15 },
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
    what: `time of ${what}, ${votesText(large)} live votes against ${votesText(small)}`,
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
    heading: ['What', ...SIZES.map((size) => `at ${votesText(sizes[size])}`)],
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
  const [small, middle, large] = [votesText(sizes.small), votesText(sizes.middle), votesText(sizes.large)];
  return {
    title: `Time of ${what}, one at a time`,
    heading: [
      'What',
      `at ${small}`,
      `at ${middle}`,
      `at ${large}`,
      `${middle} against ${small}`,
      `${large} against ${small}`,
    ],
    rows: [...rows('Redis', onRedis), ...rows('embedded store', embedded)],
  };
}

const MEASURES = { p50Ms: 'p50 ms', meanMs: 'mean ms', p99Ms: 'p99 ms', insideMicros: 'inside Redis µs' } as const;

function startTable({ sizes, redis, embedded }: Growth): Table {
  const row = (name: string, { start }: OnStore) => [name, ...SIZES.map((size) => start[size].toFixed(0))];
  return {
    title: 'Start of the service until it is ready, ms',
    heading: ['Store', ...SIZES.map((size) => `at ${votesText(sizes[size])}`)],
    rows: [row('Redis', redis), row('embedded store', embedded)],
  };
}

function directoryTables({ redis, embedded }: Growth): Table[] {
  const lookUps: readonly LookUp[] = ['key by hash', 'server by slug', 'server by name', 'site by id'];
  const rows = (name: string, { directory }: OnStore) =>
    directory === null
      ? []
      : lookUps.map((lookUp) => {
          const { few, many } = directory;
          const ratios = many[lookUp].map((ms, round) => ms / (few[lookUp][round] ?? Number.NaN));
          const times = [median(few[lookUp]), median(many[lookUp])].map((ms) => ms.toFixed(3));
          return [`${name}, ${lookUp}`, ...times, median(ratios).toFixed(3)];
        });
  const found = [...rows('Redis', redis), ...rows('embedded store', embedded)];
  const heading = ['What', `of ${FEW_RECORDS}`, `of ${votesText(MANY_RECORDS)}`, 'ratio'];
  return found.length === 0 ? [] : [{ title: 'Time of one look-up of the directory, ms', heading, rows: found }];
}
