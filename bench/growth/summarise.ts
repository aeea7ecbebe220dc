import type { Findings } from '../benchmark.ts';
import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { growthOf, type LatencyRounds, medianOf } from './measure-latency.ts';
import type { Memory } from './measure-memory.ts';

export interface Growth {
  readonly memory: Memory;
  /** Bytes on disk for each vote of the embedded store. */
  readonly diskBytes: number;
  readonly onRedis: LatencyRounds;
  readonly embedded: LatencyRounds;
}

/** Two tables of pointers, which Redis makes twice as long when they are full: 1,048,576 keys hold a million well. */
const DOUBLED_TABLE_BYTES = 16;

/** Turns what was measured into tables and the claims about it. */
export function summarise(growth: Growth): Findings {
  const { memory, diskBytes } = growth;
  const costs = { lockBytes: memory.lockBytes, logBytes: memory.logBytes, diskBytes };
  return { tables: [bytesTable(growth), timeTable(growth)], claims: claimsOf(growth), costs, figures: growth };
}

function claimsOf({ memory, onRedis, embedded }: Growth): Claim[] {
  const bytes = { unit: 'bytes', sense: 'at most', target: null } as const;
  const ratio = { unit: '', sense: 'at most' } as const;
  const claims: Claim[] = [
    { what: 'Redis memory of a lock at 1,000,000 live votes', measured: memory.lockBytes, gate: 220, ...bytes },
    { what: 'Redis memory of a log entry at 1,000,000 live votes', measured: memory.logBytes, gate: 110, ...bytes },
    {
      what: 'time of one vote on Redis, 1,000,000 live votes against 1,000',
      measured: growthOf(onRedis, 'p50Ms') ?? Number.NaN,
      gate: 1.15,
      target: null,
      ...ratio,
    },
    {
      what: 'time of one vote on the embedded store, 1,000,000 live votes against 1,000',
      measured: growthOf(embedded, 'p50Ms') ?? Number.NaN,
      gate: null,
      target: 1.15,
      ...ratio,
    },
  ];
  return claims;
}

function bytesTable({ memory, diskBytes }: Growth): Table {
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

function timeTable({ onRedis, embedded }: Growth): Table {
  const rows = (name: string, rounds: LatencyRounds) =>
    (['p50Ms', 'meanMs', 'p99Ms', 'insideMicros'] as const)
      .filter((measure) => medianOf(rounds.small, measure) !== null)
      .map((measure) => [
        `${name}, ${MEASURES[measure]}`,
        (medianOf(rounds.small, measure) ?? Number.NaN).toFixed(3),
        (medianOf(rounds.large, measure) ?? Number.NaN).toFixed(3),
        (growthOf(rounds, measure) ?? Number.NaN).toFixed(3),
      ]);
  return {
    title: 'Time of one vote, one at a time',
    heading: ['What', 'at 1,000', 'at 1,000,000', 'ratio'],
    rows: [...rows('Redis', onRedis), ...rows('embedded store', embedded)],
  };
}

const MEASURES = { p50Ms: 'p50 ms', meanMs: 'mean ms', p99Ms: 'p99 ms', insideMicros: 'inside Redis µs' } as const;
