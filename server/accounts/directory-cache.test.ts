import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { StoreUnavailableError } from '../store/store-errors.ts';
import type { Stores } from '../store/stores.ts';
import { newKey, seedAccount } from '../store/suites/builders.ts';
import { openEmbeddedFixture } from '../store/suites/open-embedded-fixture.ts';
import { useFixture } from '../store/suites/store-fixture.ts';
import { useRedis } from '../store/suites/use-redis.ts';
import { createDirectoryCache } from './directory-cache.ts';
import { createKeyFinder } from './key-finder.ts';
import { createKeyText, hashKey } from './key-format.ts';

const MINUTE_MS = 60_000;

describe('the memory of keys over the embedded store', () => {
  const use = useFixture(openEmbeddedFixture);

  test('what another process has changed is seen by the next request', async () => {
    const cache = createDirectoryCache(use.stores.directory, () => use.clock.nowMs);
    const other = await use.openSecond();
    const { accountId } = await seedAccount(use.stores);
    for (let round = 1; round <= 20; round += 1) {
      const key = newKey(accountId);
      expect(await cache.findKeyByHash(key.hash)).toBeNull();
      await other.directory.saveKey(key);
      await setImmediate();
      expect(await cache.findKeyByHash(key.hash)).toEqual(key);
      await other.directory.saveKey({ ...key, expiresAtMs: round });
      await setImmediate();
      expect(await cache.findKeyByHash(key.hash)).toEqual({ ...key, expiresAtMs: round });
    }
  });

  test('what it has comes without a promise, and so does the key of a request', async () => {
    const cache = createDirectoryCache(use.stores.directory, () => use.clock.nowMs);
    const { accountId } = await seedAccount(use.stores);
    const text = createKeyText('vote');
    const key = newKey(accountId, { hash: hashKey(text) });
    await use.stores.directory.saveKey(key);
    const findKey = createKeyFinder(cache, () => use.clock.nowMs);
    const asked = findKey(text, {});
    expect(asked).toBeInstanceOf(Promise);
    expect(await asked).toEqual(key);
    expect(findKey(text, {})).toEqual(key);
    expect(findKey('no key at all', {})).toBeNull();
  });
});

describe('the memory of keys over Redis', () => {
  const use = useRedis();

  /** A key that the cache knows, and a cut of the feed that the store has recovered from. */
  async function knowKey(nowMs: () => number) {
    const { proxy, stores } = await use.openThroughProxy();
    const { accountId } = await seedAccount(stores);
    const key = newKey(accountId, { kind: 'user' });
    await stores.directory.saveKey(key);
    const cache = createDirectoryCache(stores.directory, nowMs);
    expect(await cache.findKeyByHash(key.hash)).toEqual(key);
    const resubscribed = nextDoubt(stores);
    proxy.cut();
    await resubscribed;
    return { cache, key, stores };
  }

  test('a key is known for ten minutes when Redis goes away, also right after its feed was cut', async () => {
    let nowMs = 1_000_000;
    const { cache, key } = await knowKey(() => nowMs);
    await use.server.kill();
    nowMs += 10 * MINUTE_MS - 1;
    expect(await cache.findKeyByHash(key.hash)).toEqual(key);
    nowMs += 1;
    await expect(cache.findKeyByHash(key.hash)).rejects.toThrow(StoreUnavailableError);
  });

  test('a revocation that was missed while the feed was cut is seen once Redis answers', async () => {
    const { cache, key } = await knowKey(() => 1_000_000);
    await use.server.command('HSET', `keys:{${key.accountId}}`, key.id, JSON.stringify({ ...key, expiresAtMs: 1 }));
    await use.server.command('HSET', `account:{${key.accountId}}`, 'revision', 'another');
    await vi.waitFor(async () => expect(await cache.findKeyByHash(key.hash)).toEqual({ ...key, expiresAtMs: 1 }));
  });
});

/** Resolves when the store says that it may have missed a change. */
function nextDoubt({ directory }: Stores): Promise<void> {
  return new Promise((resolve) => directory.onChange(({ isCertain }) => !isCertain && resolve()));
}
