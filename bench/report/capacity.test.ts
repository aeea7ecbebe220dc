import { describe, expect, test } from 'vitest';
import { ASSUMED, embeddedCarries, firstBottleneck, fullnessOf, needsOf, redisCarries } from './capacity.ts';
import { joinCosts } from './costs.ts';
import { SAMPLE_COSTS as COSTS } from './sample-costs.ts';

describe('capacity', () => {
  test('what a number of visitors needs carries just that number', () => {
    for (const visitors of [1e6, 1e7, 1e10]) {
      const needs = needsOf(COSTS, visitors, 30);
      const shards = Math.max(needs.shardsByProcessor, needs.shardsByMemory);
      const enough = firstBottleneck(redisCarries(COSTS, { processes: needs.processes, shards, logDays: 30 }));
      expect(enough.visitors).toBeGreaterThanOrEqual(visitors);
      const fewer = firstBottleneck(redisCarries(COSTS, { processes: needs.processes - 1, shards, logDays: 30 }));
      expect(fewer).toEqual({ resource: 'processes, processor', visitors: expect.any(Number) });
      expect(fewer.visitors).toBeLessThan(visitors);
    }
  });

  test('a core is as full at the peak as is allowed', () => {
    const { 'processes, processor': processes = 0 } = redisCarries(COSTS, { processes: 1, shards: 1, logDays: 30 });
    const { votesPerSecond, checksPerSecond } = needsOf(COSTS, processes, 30);
    const busy = (votesPerSecond * COSTS.voteMicros + checksPerSecond * COSTS.checkMicros) / 1e6;
    expect(busy).toBeCloseTo(ASSUMED.fill, 6);
  });

  test('the longer the log is kept, the sooner memory and disk are full', () => {
    const carries = (logDays: number) =>
      redisCarries(COSTS, { processes: 100, shards: 1, logDays })['Redis, memory'] ?? 0;
    expect(carries(90)).toBeLessThan(carries(7));
    expect(embeddedCarries(COSTS, 90).disk).toBeLessThan(embeddedCarries(COSTS, 7).disk ?? 0);
    expect(firstBottleneck(redisCarries(COSTS, { processes: 100, shards: 1, logDays: 90 })).resource).toBe(
      'Redis, memory',
    );
  });

  test('a vote takes of Redis what its log of writes takes as well, and of a process it does not', () => {
    const carries = redisCarries(COSTS, { processes: 1, shards: 1, logDays: 30 });
    const without = redisCarries({ ...COSTS, appendOnlyRatio: 1 }, { processes: 1, shards: 1, logDays: 30 });
    // 40 and twice 20 against 32 and twice 20.
    expect((without['Redis, processor'] ?? 0) / (carries['Redis, processor'] ?? 0)).toBeCloseTo(80 / 72, 6);
    expect(carries['processes, processor']).toBe(without['processes, processor']);
  });

  test.each([
    ['Redis, memory', {}, 90],
    ['Redis, processor', { voteRedisMicros: 4_000 }, 1],
    ['processes, processor', { voteMicros: 4_000 }, 1],
  ])('of processes and shards %s runs out first, whichever of all it is', (first, costs, logDays) => {
    expect(needsOf({ ...COSTS, ...costs }, 1, logDays).first).toBe(first);
  });

  test('what runs out first is what the chosen processes and shards have least of', () => {
    // A process carries 72 million, a shard 48 by its memory: one and two of them are chosen.
    expect(needsOf(COSTS, 7e7, 7)).toMatchObject({ processes: 1, shardsByMemory: 2, first: 'processes, processor' });
    expect(needsOf(COSTS, 9e7, 7)).toMatchObject({ processes: 2, shardsByMemory: 2, first: 'Redis, memory' });
  });

  test('a resource is full where as many visitors come as it carries, and its fullness grows with them', () => {
    const carries = { 'Redis, processor': 2e6, disk: 8e6 };
    expect(fullnessOf(carries, 2e6)).toEqual({ 'Redis, processor': 1, disk: 0.25 });
    expect(fullnessOf(carries, 2e9)).toEqual({ 'Redis, processor': 1000, disk: 250 });
  });

  test('costs are joined only when all were measured', () => {
    const { diskBytes, ...others } = COSTS;
    expect(joinCosts([others])).toBeNull();
    expect(joinCosts([others, { diskBytes: Number.NaN }])).toBeNull();
    expect(joinCosts([others, { diskBytes }])).toEqual(COSTS);
  });
});

test('shards with two replicas each beyond a thousand nodes take several Clusters', () => {
  const needs = (visitors: number) => needsOf(COSTS, visitors, 90);
  const visitorsOfShard =
    needs(1e9).shardsByMemory > needs(1e9).shardsByProcessor ? 1e9 / needs(1e9).shardsByMemory : 0;
  expect(visitorsOfShard).toBeGreaterThan(0);
  expect(needs(300 * visitorsOfShard).clusters).toBe(1);
  expect(needs(350 * visitorsOfShard).clusters).toBe(2);
});
