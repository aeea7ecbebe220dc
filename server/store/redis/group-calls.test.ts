import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startRedisCluster } from '../../testing/redis-cluster.ts';
import { startRedisServer } from '../../testing/redis-server.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import type { Stores } from '../stores.ts';
import { again, checkOf, newAttempt, seedAccount } from '../suites/builders.ts';
import { useRedis } from '../suites/use-redis.ts';
import type { VoteAttempt } from '../vote-store.ts';
import { totalsKey } from './keys.ts';
import { openRedisStores } from './open-redis-stores.ts';

const castAll = (stores: Stores, attempts: readonly VoteAttempt[]) =>
  Promise.all(attempts.map((attempt) => stores.votes.castVote(attempt)));

describe('votes of one moment', () => {
  const use = useRedis();

  /** Stores whose connection has sent the scripts already. */
  async function openWarm() {
    const stores = await use.open();
    const [one, other] = [await seedAccount(stores), await seedAccount(stores, 3)];
    const warm = newAttempt(one, { keyId: 'key_before' });
    await stores.votes.castVote(warm);
    await stores.votes.checkVotes(checkOf(warm));
    await use.server.command('CONFIG', 'RESETSTAT');
    return { stores, one, other };
  }

  async function scriptCalls(): Promise<number> {
    const stats = await use.server.command('INFO', 'commandstats');
    return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0);
  }

  test('are one call, and each is decided as if it had come alone', async () => {
    const { stores, one, other } = await openWarm();
    const first = newAttempt(one);
    const outcomes = await castAll(stores, [
      first,
      newAttempt(other, { serverNum: 2, username: 'two  words ' }),
      again(first),
      newAttempt(one),
      newAttempt(other, { votesPerMinute: 1 }),
    ]);
    expect(outcomes).toMatchObject([
      { status: 'counted', votes: 2, window: { remaining: 29 } },
      { status: 'counted', votes: 1, window: { remaining: 29 } },
      { status: 'already_voted', votes: 2, window: { remaining: 29 } },
      { status: 'counted', votes: 3, window: { remaining: 28 } },
      { status: 'rate_limited', votes: 0, window: { limit: 1, remaining: 0 } },
    ]);
    expect(await scriptCalls()).toBe(1);
    expect(await stores.votes.readLog(other.accountId, null, 10)).toMatchObject([{ username: 'two  words ' }]);
  });

  test('are several calls when they are many, so that Redis is never held up for long', async () => {
    const { stores, one } = await openWarm();
    const outcomes = await castAll(
      stores,
      Array.from({ length: 200 }, () => newAttempt(one, { votesPerMinute: 1_000 })),
    );
    expect(outcomes.map(({ votes }) => votes)).toEqual(Array.from({ length: 200 }, (_, at) => at + 2));
    // 32 votes of five keys each to a call.
    expect(await scriptCalls()).toBe(7);
  });

  test('checks are one call too, of one server and of several', async () => {
    const { stores, one, other } = await openWarm();
    const voted = newAttempt(other, { serverNum: 3 });
    await stores.votes.castVote(voted);
    await use.server.command('CONFIG', 'RESETSTAT');
    const answers = await Promise.all([
      stores.votes.checkVotes(checkOf(newAttempt(one))),
      stores.votes.checkVotes({ ...checkOf(voted), serverNums: [1, 2, 3] }),
      stores.votes.checkVotes({ ...checkOf(voted), serverNums: [] }),
    ]);
    expect(answers.map(({ servers }) => servers)).toEqual([
      [{ nextVoteAtMs: null, votes: 1 }],
      [
        { nextVoteAtMs: null, votes: 0 },
        { nextVoteAtMs: null, votes: 0 },
        { nextVoteAtMs: expect.any(Number), votes: 1 },
      ],
      [],
    ]);
    expect(await scriptCalls()).toBe(1);
  });

  test('a server that is gone and an account whose data is broken refuse their own votes and no others', async () => {
    const { stores, one, other } = await openWarm();
    const broken = await seedAccount(stores);
    await use.server.command('DEL', totalsKey(broken.accountId));
    await use.server.command('SET', totalsKey(broken.accountId), 'no hash');
    await use.server.command('CONFIG', 'RESETSTAT');
    const [gone, right, wrong, last] = await Promise.allSettled(
      [newAttempt(other, { serverNum: 99 }), newAttempt(other), newAttempt(broken), newAttempt(one)].map((attempt) =>
        stores.votes.castVote(attempt),
      ),
    );
    expect([right, last]).toMatchObject([{ value: { status: 'counted' } }, { value: { status: 'counted' } }]);
    expect([gone, wrong]).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    const cause = expect.objectContaining({ message: expect.stringMatching(/^WRONGTYPE /) });
    expect(wrong).toMatchObject({ reason: { name: 'StoreUnavailableError', cause } });
    expect(await scriptCalls()).toBe(1);
  });

  test('a master that became a replica is left for a new connection, though refusals need no write', async () => {
    const { stores, one } = await openWarm();
    const master = await use.prepareServer();
    await master.start();
    const voted = newAttempt(one);
    await stores.votes.castVote(voted);
    const connections = () => use.server.command('CLIENT', 'LIST');
    const [id = 'none'] = /^id=\d+ (?=.* cmd=evalsha )/m.exec(await connections()) ?? [];
    await use.server.command('REPLICAOF', master.host, String(master.port));
    const [, refused] = await Promise.allSettled(
      [again(voted), newAttempt(one)].map((attempt) => stores.votes.castVote(attempt)),
    );
    expect(refused).toMatchObject({ reason: expect.any(StoreUnavailableError) });
    await vi.waitFor(async () => expect(`\n${await connections()}`).not.toContain(`\n${id}`));
  });
});

test('votes of one moment are counted by a Cluster that looks like a single Redis', async () => {
  const server = await startRedisServer({ args: ['--cluster-enabled', 'yes'] });
  onTestFinished(() => server.close());
  await server.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  await vi.waitFor(async () => expect(await server.command('CLUSTER', 'INFO')).toContain('cluster_state:ok'), {
    timeout: 10_000,
  });
  const stores = await openRedisStores({ redisUrl: server.url, voteLogDays: 90, onWarning: () => undefined });
  onTestFinished(() => stores.close());
  const accounts = await Promise.all(Array.from({ length: 4 }, () => seedAccount(stores)));
  for (const round of [1, 2]) {
    const outcomes = await castAll(
      stores,
      accounts.map((account) => newAttempt(account)),
    );
    expect(outcomes.map(({ votes }) => votes)).toEqual(accounts.map(() => round));
  }
});

test('votes of one moment for accounts all over a Cluster are counted, each account in a call of its own', async () => {
  const cluster = await startRedisCluster();
  onTestFinished(() => cluster.close());
  const stores = await openRedisStores({ redisUrl: cluster.url, voteLogDays: 90, onWarning: () => undefined });
  onTestFinished(() => stores.close());
  const accounts = await Promise.all(Array.from({ length: 12 }, () => seedAccount(stores)));
  const attempts = accounts.flatMap((account) => [newAttempt(account), newAttempt(account)]);
  const outcomes = await castAll(stores, attempts);
  expect(outcomes.map(({ votes }) => votes)).toEqual(attempts.map((_, at) => 1 + (at % 2)));
});
