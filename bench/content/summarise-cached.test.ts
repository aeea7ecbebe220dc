import { expect, test } from 'vitest';
import type { Sample } from '../rounds/measure-rounds.ts';
import { PROGRAMS } from '../rounds/programs.ts';
import { SAME_ANSWER, SAME_BYTES } from './same-bytes.ts';
import { cachedClaims, cachedTable } from './summarise-cached.ts';

function samplesOf([cpuMicros, loadCpuMicros]: readonly [number, number], ...rates: readonly number[]): Sample[] {
  return rates.map((perSecond) => ({
    perSecond,
    p50Ms: 1,
    p99Ms: 2,
    cpuMicros,
    redisCpuMicros: null,
    loadCpuMicros,
  }));
}

const CACHED = {
  samples: new Map([
    [PROGRAMS.embedded, samplesOf([120, 40], 80, 40, 90)],
    [SAME_BYTES.name, samplesOf([80, 30], 100, 50, 100)],
    [SAME_ANSWER.name, samplesOf([100, 41], 80, 50, 90)],
  ]),
  headers: new Map([
    [PROGRAMS.embedded, 17],
    [SAME_BYTES.name, 7],
    [SAME_ANSWER.name, 17],
  ]),
  bytes: 30_494,
};

test('the service with one address from memory stands beside the same bytes from Fastify, and beside the same answer', () => {
  expect(cachedTable(CACHED).rows).toEqual([
    ['service, embedded store', '17', '80', '0.80', '1.00', '2.00', '120.0', '40.0'],
    ['Fastify, same bytes', '7', '100', '1.00', '1.11', '2.00', '80.0', '30.0'],
    ['Fastify, same answer', '17', '80', '0.90', '1.00', '2.00', '100.0', '41.0'],
  ]);
});

test('it is aimed at being nearly as fast as either, with nearly as little processor time', () => {
  expect(cachedClaims(CACHED)).toMatchObject([
    { measured: 0.8, gate: 0.8, target: 0.9 },
    { measured: 1, gate: 0.9, target: 0.9 },
    { measured: 1.2, sense: 'at most', gate: 1.4, target: 1.1 },
  ]);
});
