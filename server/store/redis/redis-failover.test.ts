import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startRedisCluster } from '../../testing/redis-cluster.ts';
import { startRedisSentinel } from '../../testing/redis-sentinel.ts';
import type { RedisServer } from '../../testing/redis-server.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import type { Stores } from '../stores.ts';
import { newAttempt, type SeededAccount, seedAccount } from '../suites/builders.ts';
import { SETTLES_WITHIN_MS } from '../suites/use-redis.ts';
import { openRedisStores } from './open-redis-stores.ts';

/** A failover takes 2 to 4 s here; the rest is for a busy machine. */
const BACK_WITHIN_MS = 30_000;

/** Sending a thousand takes its time, too. */
const THOUSAND_SETTLE_WITHIN_MS = 2_000;

let closing: (() => Promise<unknown>)[];

beforeEach(() => {
  closing = [];
});

afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

describe('a master that hangs', () => {
  test('behind Sentinel: votes are refused in time and go on without a restart on the new master', async () => {
    const sentinel = await startRedisSentinel();
    closing.push(() => sentinel.close());
    const stores = await open(sentinel.url);
    const seeded = await seedAccount(stores);
    await vote(stores, seeded);
    await untilReplicated(sentinel.master);
    sentinel.master.pause();
    await expectRefusalsThenVotes(stores, seeded);
    expect(await sentinel.replica.command('ROLE')).toMatch(/^master/);
    expect((await stores.checkHealth()).ready).toBe(true);
  }, 90_000);

  test('in a Cluster: its own votes are refused in time and go on after the failover, the others never stop', async () => {
    const cluster = await startRedisCluster({ replicas: true });
    closing.push(() => cluster.close());
    const stores = await open(cluster.url);
    const accounts = await Promise.all(Array.from({ length: 12 }, () => seedAccount(stores)));
    for (const account of accounts) await vote(stores, account);
    for (const master of cluster.masters) await untilReplicated(master);
    cluster.masters[0]!.pause();
    const outcomes = await Promise.allSettled(accounts.map((account) => vote(stores, account)));
    const hit = accounts.filter((_, index) => outcomes[index]?.status === 'rejected');
    const spared = accounts.filter((account) => !hit.includes(account));
    expect(hit.length).toBeGreaterThan(0);
    expect(spared.length).toBeGreaterThan(0);
    for (const account of spared) await vote(stores, account);
    await expectRefusalsThenVotes(stores, hit[0]!);
    for (const account of accounts) await vote(stores, account);
  }, 90_000);

  test('in a Cluster whose nodes all hang: a thousand votes are refused in time, and it heals', async () => {
    const cluster = await startRedisCluster();
    closing.push(() => cluster.close());
    const stores = await open(cluster.url);
    const accounts = await Promise.all(Array.from({ length: 6 }, () => seedAccount(stores)));
    for (const master of cluster.masters) master.pause();
    const calls = Array.from({ length: 1_000 }, async (_, index) => {
      const startedMs = performance.now();
      await expect(vote(stores, accounts[index % 6]!)).rejects.toThrow(StoreUnavailableError);
      return performance.now() - startedMs;
    });
    expect(Math.max(...(await Promise.all(calls)))).toBeLessThan(THOUSAND_SETTLE_WITHIN_MS);
    for (const master of cluster.masters) master.resume();
    for (const account of accounts) {
      await vi.waitFor(() => vote(stores, account), { timeout: BACK_WITHIN_MS, interval: 100 });
    }
  }, 90_000);
});

test('a Cluster is reached by one name, as that of a service, which none of its nodes calls itself by', async () => {
  const cluster = await startRedisCluster();
  closing.push(() => cluster.close());
  const stores = await open(`redis+cluster://localhost:${cluster.masters[0]!.port}`);
  const accounts = await Promise.all(Array.from({ length: 12 }, () => seedAccount(stores)));
  for (const account of accounts) await vote(stores, account);
  expect((await stores.checkHealth()).ready).toBe(true);
}, 60_000);

test('scripts that every node of a Cluster forgets under traffic cost no vote', async () => {
  const cluster = await startRedisCluster();
  closing.push(() => cluster.close());
  const stores = await open(cluster.url);
  const accounts = await Promise.all(Array.from({ length: 12 }, () => seedAccount(stores)));
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(cluster.masters.map((master) => master.command('SCRIPT', 'FLUSH')));
    await Promise.all(accounts.map((account) => vote(stores, account)));
  }
  const totals = await Promise.all(accounts.map((account) => stores.votes.readTotals(account.accountId, [1])));
  expect(totals.flat()).toEqual(accounts.map(() => 20));
}, 60_000);

test('the slots of an account that move to another node take no vote with them', async () => {
  const cluster = await startRedisCluster();
  closing.push(() => cluster.close());
  const stores = await open(cluster.url);
  const seeded = await seedAccount(stores);
  await vote(stores, seeded);
  const slot = await cluster.masters[0]!.command('CLUSTER', 'KEYSLOT', `log:{${seeded.accountId}}`);
  const owner = await ownerOf(cluster.masters, slot);
  const other = cluster.masters.find((master) => master !== owner)!;
  const [ownerId, otherId] = [await owner.command('CLUSTER', 'MYID'), await other.command('CLUSTER', 'MYID')];
  await other.command('CLUSTER', 'SETSLOT', slot, 'IMPORTING', ownerId);
  await owner.command('CLUSTER', 'SETSLOT', slot, 'MIGRATING', otherId);
  const keys = (await owner.command('CLUSTER', 'GETKEYSINSLOT', slot, '100')).split('\n');
  await owner.command('MIGRATE', other.host, String(other.port), '', '0', '5000', 'KEYS', ...keys);
  for (const master of cluster.masters) await master.command('CLUSTER', 'SETSLOT', slot, 'NODE', otherId);
  await Promise.all(Array.from({ length: 20 }, () => vote(stores, seeded)));
  expect(await stores.votes.readTotals(seeded.accountId, [1])).toEqual([21]);
}, 60_000);

/** Replication is asynchronous: what a master took last would go with it. `WAIT` would wait for its own connection alone. */
async function untilReplicated(master: RedisServer): Promise<void> {
  await vi.waitFor(
    async () => {
      const info = await master.command('INFO', 'replication');
      const [, offset = ''] = /^master_repl_offset:(\d+)/m.exec(info) ?? [];
      const [, acknowledged = ''] = /^slave0:.*offset=(\d+)/m.exec(info) ?? [];
      expect(Number(acknowledged)).toBeGreaterThanOrEqual(Number(offset));
    },
    { timeout: BACK_WITHIN_MS, interval: 50 },
  );
}

async function open(redisUrl: string): Promise<Stores> {
  const stores = await openRedisStores({ redisUrl, voteLogDays: 90, onWarning: () => undefined });
  closing.push(() => stores.close());
  return stores;
}

async function vote(stores: Stores, seeded: SeededAccount): Promise<void> {
  const outcome = await stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 100_000 }));
  expect(outcome.status).toBe('counted');
}

/** Every vote settles in time; the first are refused, and before long one is counted. */
async function expectRefusalsThenVotes(stores: Stores, seeded: SeededAccount): Promise<void> {
  const refusals: unknown[] = [];
  const durations: number[] = [];
  const attempt = async () => {
    const startedMs = performance.now();
    try {
      await vote(stores, seeded);
    } catch (error) {
      refusals.push(error);
      throw error;
    } finally {
      durations.push(performance.now() - startedMs);
    }
  };
  await vi.waitFor(attempt, { timeout: BACK_WITHIN_MS, interval: 20 });
  expect(Math.max(...durations)).toBeLessThan(SETTLES_WITHIN_MS);
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.every((error) => error instanceof StoreUnavailableError)).toBe(true);
}

async function ownerOf(masters: readonly RedisServer[], slot: string): Promise<RedisServer> {
  for (const master of masters) {
    if ((await master.command('CLUSTER', 'COUNTKEYSINSLOT', slot)) !== '0') return master;
  }
  throw new Error(`no master has keys in slot ${slot}`);
}
