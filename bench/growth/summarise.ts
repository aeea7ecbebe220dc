import type { Findings } from '../benchmark.ts';
import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { median } from '../statistics.ts';
import { FEW_RECORDS, type LookUp, type LookUps, MANY_RECORDS } from './measure-directory.ts';
import { growthOf, type LatencyRounds, medianOf, type SizeSamples } from './measure-latency.ts';
import type { Memory } from './measure-memory.ts';

interface OnStore {
  readonly latency: LatencyRounds;
  /** Milliseconds from the start of the service until it is ready. */
  readonly start: { readonly few: number; readonly many: number };
  readonly directory: { readonly few: LookUps; readonly many: LookUps };
}

export interface OnRedis extends OnStore {
  readonly memory: Memory;
}

export interface OnEmbedded extends OnStore {
  /** Bytes on disk for each vote. */
  readonly diskBytes: number;
}

export interface Growth {
  readonly redis: OnRedis;
  readonly embedded: OnEmbedded;
}

/** Two tables of pointers, which Redis makes twice as long when they are full: 1,048,576 keys hold a million well. */
const DOUBLED_TABLE_BYTES = 16;

/** Turns what was measured into tables and the claims about it. */
export function summarise(growth: Growth): Findings {
  const { redis, embedded } = growth;
  const { lockBytes, logBytes } = redis.memory;
  return {
    tables: [
      bytesTable(growth),
      timeTable('one vote', redis.latency.votes, embedded.latency.votes),
      timeTable('one check', redis.latency.checks, embedded.latency.checks),
      startTable(growth),
      directoryTable(growth),
    ],
    claims: claimsOf(growth),
    costs: { lockBytes, logBytes, diskBytes: embedded.diskBytes },
    figures: growth,
  };
}

function claimsOf({ redis, embedded }: Growth): Claim[] {
  const bytes = { unit: 'bytes', sense: 'at most', target: null } as const;
  const { memory } = redis;
  return [
    { what: 'Redis memory of a lock at 1,000,000 live votes', measured: memory.lockBytes, gate: 220, ...bytes },
    { what: 'Redis memory of a log entry at 1,000,000 live votes', measured: memory.logBytes, gate: 110, ...bytes },
    growthClaim('one vote on Redis', redis.latency.votes),
    growthClaim('one check on Redis', redis.latency.checks),
    { ...growthClaim('one vote on the embedded store', embedded.latency.votes), gate: null, target: 1.15 },
    { ...growthClaim('one check on the embedded store', embedded.latency.checks), gate: null, target: 1.15 },
  ];
}

function growthClaim(what: string, samples: SizeSamples): Claim {
  return {
    what: `time of ${what}, 1,000,000 live votes against 1,000`,
    measured: growthOf(samples, 'large', 'p50Ms') ?? Number.NaN,
    unit: '',
    sense: 'at most',
    gate: 1.15,
    target: null,
  };
}

function bytesTable({ redis: { memory }, embedded: { diskBytes } }: Growth): Table {
  const row = (what: string, bytes: number, sampled?: number) => [what, bytes.toFixed(1), sampled?.toFixed(1) ?? ''];
  return {
    title: 'Bytes for each live vote, at 1,000,000',
    heading: ['What', 'bytes', 'MEMORY USAGE'],
    rows: [
      row('lock in Redis', memory.lockBytes, memory.sampledLockBytes),
      row('  just after Redis doubled its tables (computed)', memory.lockBytes + DOUBLED_TABLE_BYTES),
      row('log entry in Redis', memory.logBytes, memory.sampledLogBytes),
      row('totals, day counts and windows in Redis', memory.otherBytes),
      row('all in Redis', memory.lockBytes + memory.logBytes + memory.otherBytes),
      row('all on the disk of the embedded store', diskBytes),
    ],
  };
}

function timeTable(what: string, onRedis: SizeSamples, embedded: SizeSamples): Table {
  const rows = (name: string, samples: SizeSamples) =>
    (['p50Ms', 'meanMs', 'p99Ms', 'insideMicros'] as const)
      .filter((measure) => medianOf(samples.small, measure) !== null)
      .map((measure) => [
        `${name}, ${MEASURES[measure]}`,
        ...(['small', 'middle', 'large'] as const).map((size) =>
          (medianOf(samples[size], measure) ?? Number.NaN).toFixed(3),
        ),
        ...(['middle', 'large'] as const).map((size) => (growthOf(samples, size, measure) ?? Number.NaN).toFixed(3)),
      ]);
  return {
    title: `Time of ${what}, one at a time`,
    heading: ['What', 'at 1,000', 'at 100,000', 'at 1,000,000', '100,000 against 1,000', '1,000,000 against 1,000'],
    rows: [...rows('Redis', onRedis), ...rows('embedded store', embedded)],
  };
}

const MEASURES = { p50Ms: 'p50 ms', meanMs: 'mean ms', p99Ms: 'p99 ms', insideMicros: 'inside Redis µs' } as const;

function startTable({ redis, embedded }: Growth): Table {
  const row = (name: string, { start }: OnStore) => [name, start.few.toFixed(0), start.many.toFixed(0)];
  return {
    title: 'Start of the service until it is ready, ms',
    heading: ['Store', 'at 1,000', 'at 1,000,000'],
    rows: [row('Redis', redis), row('embedded store', embedded)],
  };
}

function directoryTable({ redis, embedded }: Growth): Table {
  const lookUps: readonly LookUp[] = ['key by hash', 'server by slug', 'server by name', 'site by id'];
  const rows = (name: string, { directory: { few, many } }: OnStore) =>
    lookUps.map((lookUp) => {
      const ratios = many[lookUp].map((ms, round) => ms / (few[lookUp][round] ?? Number.NaN));
      const times = [median(few[lookUp]), median(many[lookUp])].map((ms) => ms.toFixed(3));
      return [`${name}, ${lookUp}`, ...times, median(ratios).toFixed(3)];
    });
  return {
    title: 'Time of one look-up of the directory, ms',
    heading: ['What', `of ${FEW_RECORDS}`, `of ${MANY_RECORDS.toLocaleString('en-US')}`, 'ratio'],
    rows: [...rows('Redis', redis), ...rows('embedded store', embedded)],
  };
}
