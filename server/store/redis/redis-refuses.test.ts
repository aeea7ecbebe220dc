import { rm } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { EvictionPolicyError } from '../store-errors.ts';
import { again, newAttempt, seedAccount } from '../suites/builders.ts';
import { expectUnavailable, useRedis } from '../suites/use-redis.ts';
import { windowKey } from './keys.ts';

describe('Redis that refuses', () => {
  const use = useRedis();

  test('a master that becomes a replica refuses, and votes go on when it is a master again', async () => {
    const master = await use.prepareServer();
    await master.start();
    const stores = await use.open();
    const seeded = await seedAccount(stores);
    await use.server.command('REPLICAOF', master.host, String(master.port));
    await expectUnavailable(() => stores.votes.castVote(newAttempt(seeded)));
    await vi.waitFor(async () => {
      const { ready, notes } = await stores.checkHealth();
      expect(ready).toBe(false);
      expect(notes.join()).toMatch(/replica/);
    });
    await use.server.command('REPLICAOF', 'NO', 'ONE');
    const healed = await vi.waitFor(() => seedAccount(stores), { timeout: 5_000, interval: 50 });
    expect(await stores.votes.castVote(newAttempt(healed))).toMatchObject({ status: 'counted', votes: 1 });
  });

  test('a policy that may evict locks refuses votes until it is set right', async () => {
    const stores = await use.open();
    const seeded = await seedAccount(stores);
    await use.server.command('CONFIG', 'SET', 'maxmemory', '100mb');
    await use.server.command('CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru');
    expect(await stores.checkHealth()).toMatchObject({
      ready: false,
      notes: [expect.stringMatching(/noeviction/)],
      maxBytes: 104_857_600,
    });
    await expect(stores.votes.castVote(newAttempt(seeded))).rejects.toThrow(EvictionPolicyError);
    const second = await use.open();
    await expect(second.votes.castVote(newAttempt(seeded))).rejects.toThrow(/maxmemory-policy noeviction/);
    await use.server.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    expect(await stores.checkHealth()).toMatchObject({ ready: true, notes: [] });
    expect((await stores.votes.castVote(newAttempt(seeded))).status).toBe('counted');
  });

  test('a full memory refuses a vote whole, and an earlier vote is still known', async () => {
    const stores = await use.open();
    const seeded = await seedAccount(stores);
    const voted = newAttempt(seeded);
    await stores.votes.castVote(voted);
    const before = await use.server.command('DEBUG', 'DIGEST');
    await use.server.command('CONFIG', 'SET', 'maxmemory', '1mb');
    for (let round = 0; round < 20; round += 1) {
      await expectUnavailable(() => stores.votes.castVote(newAttempt(seeded)));
    }
    const cause = expect.objectContaining({ message: expect.stringMatching(/^OOM /) });
    await expect(stores.votes.castVote(newAttempt(seeded))).rejects.toMatchObject({ cause });
    expect(await use.server.command('DEBUG', 'DIGEST')).toBe(before);
    expect((await stores.votes.castVote(again(voted))).status).toBe('already_voted');
    expect(await stores.checkHealth()).toMatchObject({
      ready: false,
      notes: [expect.stringMatching(/memory .* full/)],
    });
    await use.server.command('CONFIG', 'SET', 'maxmemory', '0');
    expect(await stores.votes.castVote(newAttempt(seeded))).toMatchObject({ status: 'counted', votes: 2 });
  });

  test('a full memory loses no vote of a full minute while the clock is back', async () => {
    const { clock, stores } = await use.openWithClock();
    const seeded = await seedAccount(stores);
    for (let count = 0; count < 3; count += 1) {
      expect((await stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 3 }))).status).toBe('counted');
      clock.advance(1_000);
    }
    // One vote is before now, two are later.
    clock.advance(-2_500);
    await use.server.command('CONFIG', 'SET', 'maxmemory', '1');
    const before = await use.server.command('DEBUG', 'DIGEST');
    const late = newAttempt(seeded, { votesPerMinute: 3 });
    await expectUnavailable(() => stores.votes.castVote(late));
    expect(await use.server.command('DEBUG', 'DIGEST')).toBe(before);
    await use.server.command('CONFIG', 'SET', 'maxmemory', '0');
    const full = { limit: 3, remaining: 0, resetMs: 59_500 };
    expect(await stores.votes.castVote(late)).toMatchObject({ status: 'rate_limited', window: full });
    const [times, nowMs] = [
      await use.server.command('LRANGE', windowKey(seeded.accountId, late.keyId), '0', '-1'),
      clock.nowMs,
    ];
    expect(times.split('\n').map(Number)).toEqual([nowMs - 500, nowMs, nowMs]);
    clock.advance(59_500);
    expect(await stores.votes.castVote(again(late))).toMatchObject({ status: 'counted', window: { remaining: 0 } });
    expect((await stores.votes.castVote(again(newAttempt(seeded, { votesPerMinute: 3 })))).status).toBe('rate_limited');
  });

  test('a master without the replicas it needs refuses a vote whole', async () => {
    const stores = await use.open();
    const seeded = await seedAccount(stores);
    await stores.votes.castVote(newAttempt(seeded));
    await use.server.command('CONFIG', 'SET', 'min-replicas-to-write', '1');
    const before = await use.server.command('DEBUG', 'DIGEST');
    await expectUnavailable(() => stores.votes.castVote(newAttempt(seeded)));
    expect(await use.server.command('DEBUG', 'DIGEST')).toBe(before);
    await use.server.command('CONFIG', 'SET', 'min-replicas-to-write', '0');
    expect((await stores.votes.castVote(newAttempt(seeded))).status).toBe('counted');
  });

  test('a disk that cannot be written refuses a vote whole, and is told', async () => {
    const server = await use.prepareServer();
    await server.start();
    const stores = await use.open(server.url);
    const seeded = await seedAccount(stores);
    const [, folder = ''] = (await server.command('CONFIG', 'GET', 'dir')).split('\n');
    await server.command('CONFIG', 'SET', 'save', '3600 1');
    await rm(folder, { recursive: true });
    await server.command('BGSAVE');
    await vi.waitFor(async () => expect((await stores.checkHealth()).notes.join()).toMatch(/disk/), { timeout: 5_000 });
    const before = await server.command('DEBUG', 'DIGEST');
    await expectUnavailable(() => stores.votes.castVote(newAttempt(seeded)));
    expect(await server.command('DEBUG', 'DIGEST')).toBe(before);
    expect((await stores.checkHealth()).ready).toBe(false);
  });

  test('nothing that a vote leaves behind for a time stays for ever', async () => {
    const stores = await use.open();
    const seeded = await seedAccount(stores, 2);
    for (const serverNum of seeded.serverNums) {
      for (let count = 0; count < 20; count += 1) {
        await stores.votes.castVote(newAttempt(seeded, { serverNum, keyId: `key_${count}` }));
      }
    }
    const script = `
      local kept = {}
      for _, key in ipairs(redis.call('KEYS', '*')) do
        if redis.call('PTTL', key) == -1 then kept[#kept + 1] = string.match(key, '^[a-z]+') end
      end
      table.sort(kept)
      return kept`;
    const kept = (await use.server.command('EVAL', script, '0')).split('\n');
    expect([...new Set(kept)]).toEqual(
      ['account', 'accounts', 'days', 'owner', 'servers', 'slugs', 'names', 'totals', 'username'].sort(),
    );
  });
});
