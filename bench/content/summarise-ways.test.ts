import { describe, expect, test } from 'vitest';
import type { Sample } from '../rounds/measure-rounds.ts';
import { PROGRAMS } from '../rounds/programs.ts';
import { READING_PEERS, WAYS, type WayRounds } from './measure-ways.ts';
import { KNOWN_BYTES, SAME_BYTES } from './same-bytes.ts';
import { wayClaims, waysTable } from './summarise-ways.ts';

function samplesOf(...rates: readonly number[]): Sample[] {
  return rates.map((perSecond) => ({ perSecond, p50Ms: 1, p99Ms: 2, cpuMicros: 100, redisCpuMicros: null }));
}

const FROM_MEMORY = [
  [PROGRAMS.embedded, samplesOf(80, 40, 90)],
  [PROGRAMS.redis, samplesOf(50, 25, 50)],
] as const;
const FROM_STORES = [
  [PROGRAMS.embedded, samplesOf(30, 30, 30)],
  [PROGRAMS.redis, samplesOf(20, 20, 20)],
  [PROGRAMS.twoProcesses, samplesOf(30, 30, 30)],
  [READING_PEERS.embedded, samplesOf(10, 10, 10)],
  [READING_PEERS.redis, samplesOf(40, 40, 40)],
] as const;
const ROUNDS: WayRounds = new Map([
  [WAYS.kept, { samples: new Map([...FROM_MEMORY, [SAME_BYTES.name, samplesOf(100, 50, 100)]]) }],
  [WAYS.pages, { samples: new Map(FROM_STORES) }],
  [WAYS.unchanged, { samples: new Map([...FROM_MEMORY, [KNOWN_BYTES.name, samplesOf(100, 50, 100)]]) }],
]);

describe('ways of asking', () => {
  test('stand beside their own peers, round by round', () => {
    const rows = waysTable(ROUNDS, 1_000).rows.map(([way, rate, ratio]) => [way, rate, ratio]);
    expect(rows).toEqual([
      ['pages that are in memory: service, embedded store', '80', '0.80'],
      ['pages that are in memory: service on Redis', '50', '0.50'],
      ['pages that are in memory: Fastify, same bytes', '100', ''],
      ['pages that are not: service, embedded store', '30', '3.00'],
      ['pages that are not: service on Redis', '20', '0.50'],
      ['pages that are not: service on Redis, 2 processes', '30', '0.75'],
      ['pages that are not: Fastify, SQLite', '10', ''],
      ['pages that are not: Fastify, Redis', '40', ''],
      ['pages that have not changed: service, embedded store', '80', '0.80'],
      ['pages that have not changed: service on Redis', '50', '0.50'],
      ['pages that have not changed: Fastify, same bytes and ETag', '100', ''],
    ]);
  });

  test('are aimed at being no slower, and held to what they have reached; one that was not measured proves nothing', () => {
    const claims = wayClaims(ROUNDS);
    expect(claims.map(({ measured }) => measured)).toEqual([0.8, 0.5, 3, 0.5, Number.NaN, Number.NaN, 0.8, 0.5]);
    expect(claims.map(({ gate }) => gate)).toEqual([0.55, 0.45, 2, 0.45, 0.5, 0.65, 0.5, 0.35]);
    expect(new Set(claims.map(({ target }) => target))).toEqual(new Set([0.9, 1]));
    expect(claims.filter(({ target }) => target === 0.9).map(({ what }) => what.split(',')[0])).toEqual([
      'pages that are in memory',
      'pages that are in memory',
      'pages that have not changed',
      'pages that have not changed',
    ]);
    expect(claims[3]?.what).toBe('pages that are not, service on Redis against Fastify, Redis, answers a second');
  });
});
