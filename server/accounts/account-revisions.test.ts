import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StoreUnavailableError } from '../store/store-errors.ts';
import { addAccount, newKey, newServer, newSite, seedAccount } from '../store/suites/builders.ts';
import { emptyDatabases } from '../store/suites/empty-databases.ts';
import { openEmbeddedFixture } from '../store/suites/open-embedded-fixture.ts';
import { redisFixtures } from '../store/suites/open-redis-fixture.ts';
import { useFixture } from '../store/suites/store-fixture.ts';
import { createDeafDirectory } from '../testing/deaf-directory.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { createDirectoryCache } from './directory-cache.ts';

const FRESH_MS = 30_000;
const MINUTE_MS = 60_000;
/** What is asked where everything has to be read. */
const EVERYTHING = [
  'findKeyByHash',
  'findListedServers',
  'findRevision',
  'findServerBySlug',
  'findServersByName',
  'findSite',
];

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.close());

for (const [name, open] of [
  ['the embedded store', openEmbeddedFixture],
  ['Redis', redisFixtures(emptyDatabases(() => ({ server: redis, url: redis.url })))],
] as const) {
  describe(`what is remembered over ${name}`, () => {
    const use = useFixture(open);
    /** An account with a key, a site and two servers, and what a process asks for it that is told of no change. */
    async function seedAll(revision?: null) {
      const { accountId, serverIds } = await seedAccount(use.stores, 2);
      const { directory } = use.stores;
      const [key, site] = [newKey(accountId), newSite(accountId)];
      await directory.saveKey(key);
      await directory.saveSite(site);
      const server = (await directory.findServer(serverIds[0]!))!;
      const deaf = createDeafDirectory(
        revision === null ? { ...directory, findRevision: async () => null } : directory,
      );
      const cache = createDirectoryCache(deaf.directory, () => use.clock.nowMs);
      const list = Object.freeze([...serverIds]);
      const ask = async () => {
        await cache.loadList(accountId, list);
        return {
          listed: cache.recallList(accountId, list)?.map((listed) => listed.name),
          key: await cache.findKeyByHash(key.hash),
          site: await cache.findSite(site.id),
          server: await cache.findServer(server.id),
          bySlug: await cache.findServerBySlug(accountId, server.slug),
          byName: (await cache.findServersByName(accountId, server.name)).map((named) => named.id),
        };
      };
      return { deaf, cache, accountId, key, site, server, ask };
    }

    /** As `seedAll`, in a process that has asked for everything since it knows the revision of the account. */
    async function knowAll() {
      const all = await seedAll();
      await all.ask();
      use.clock.advance(FRESH_MS);
      const known = await all.ask();
      all.deaf.asked.length = 0;
      return { ...all, known };
    }

    test('is asked for anew by one question for all of an account, however often its time is over', async () => {
      const { ask, known, deaf } = await knowAll();
      for (let time = 1; time <= 3; time += 1) {
        use.clock.advance(FRESH_MS - 1);
        expect(await ask()).toEqual(known);
        expect(deaf.asked).toHaveLength(time - 1);
        use.clock.advance(1);
        const again = await ask();
        expect(again).toEqual(known);
        expect(again.key).toBe(known.key);
        expect(deaf.asked).toEqual(Array(time).fill('findRevision'));
      }
    });

    test('is read again after ten minutes, whatever its revision says', async () => {
      const { ask, known, deaf } = await knowAll();
      use.clock.advance(9 * MINUTE_MS);
      await ask();
      expect(deaf.asked).toEqual(['findRevision']);
      use.clock.advance(MINUTE_MS);
      expect(await ask()).toEqual(known);
      expect(new Set(deaf.asked)).toEqual(new Set(EVERYTHING));
    });

    for (const [what, change, member] of [
      ['a key that was revoked', ({ key }) => use.stores.directory.saveKey({ ...key, expiresAtMs: 1 }), 'key'],
      ['a site that was renamed', ({ site }) => use.stores.directory.saveSite({ ...site, name: 'Renamed' }), 'site'],
      [
        'a server that was renamed',
        ({ accountId, server }) => use.stores.directory.saveServers(accountId, [{ ...server, name: 'Renamed' }]),
        'listed',
      ],
      ['a server that was deleted', ({ server }) => use.stores.directory.deleteServer(server.id), 'server'],
      [
        'a server that was moved',
        async ({ server }) => use.stores.directory.assignServer(server.id, (await addAccount(use.stores)).id),
        'bySlug',
      ],
      ['an account that was deleted', ({ accountId }) => use.stores.directory.deleteAccount(accountId), 'key'],
    ] as const satisfies readonly [
      string,
      (all: Awaited<ReturnType<typeof knowAll>>) => Promise<unknown>,
      keyof Awaited<ReturnType<typeof knowAll>>['known'],
    ][]) {
      test(`shows ${what} after 30 s at the most where nobody was told, and not before`, async () => {
        const all = await knowAll();
        await change(all);
        use.clock.advance(FRESH_MS - 1);
        expect(await all.ask()).toEqual(all.known);
        use.clock.advance(1);
        const now = await all.ask();
        expect(now[member]).not.toEqual(all.known[member]);
        const fresh = use.stores.directory;
        expect(now.key).toEqual(await fresh.findKeyByHash(all.key.hash));
        expect(now.site).toEqual(await fresh.findSite(all.site.id));
        expect(now.server).toEqual(await fresh.findServer(all.server.id));
        expect(now.bySlug).toEqual(await fresh.findServerBySlug(all.accountId, all.server.slug));
      });
    }

    test('is not held by a revision of before a doubt', async () => {
      const { ask, key, deaf } = await knowAll();
      const revoked = { ...key, expiresAtMs: 1 };
      use.clock.advance(FRESH_MS);
      deaf.onTheWay = {
        async findRevision() {
          await use.stores.directory.saveKey(revoked);
          deaf.tell({ accountId: null, isCertain: false });
        },
      };
      await ask();
      expect((await ask()).key).toEqual(revoked);
    });

    test('is not held by a revision of after it was read', async () => {
      const { ask, cache, deaf, key, site } = await knowAll();
      const revoked = { ...key, expiresAtMs: 1 };
      await use.stores.directory.saveKey({ ...key, attest: true });
      use.clock.advance(FRESH_MS);
      deaf.onTheWay = {
        async findKeyByHash() {
          await use.stores.directory.saveKey(revoked);
          use.clock.advance(FRESH_MS);
          await cache.findSite(site.id);
        },
      };
      expect((await ask()).key).toEqual({ ...key, attest: true });
      use.clock.advance(FRESH_MS);
      expect((await ask()).key).toEqual(revoked);
    });

    test('shows a change that came between its revision and itself', async () => {
      const { ask, deaf, key } = await knowAll();
      await use.stores.directory.saveKey({ ...key, attest: true });
      const revoked = { ...key, expiresAtMs: 1 };
      use.clock.advance(FRESH_MS);
      deaf.onTheWay = { findRevision: () => use.stores.directory.saveKey(revoked) };
      expect((await ask()).key).toEqual(revoked);
      await use.stores.directory.saveKey({ ...revoked, attest: true });
      use.clock.advance(FRESH_MS);
      expect((await ask()).key).toEqual({ ...revoked, attest: true });
    });

    test('is read again after a doubt, though its account is as it was', async () => {
      const { ask, deaf, known } = await knowAll();
      deaf.tell({ accountId: null, isCertain: false });
      expect(await ask()).toEqual(known);
      expect(new Set(deaf.asked)).toEqual(new Set(EVERYTHING));
      const count = deaf.asked.length;
      await ask();
      expect(deaf.asked).toHaveLength(count);
    });

    test('is read every 30 s where the account has no revision, which is asked for once each time', async () => {
      const { deaf, ask } = await seedAll(null);
      const known = await ask();
      for (let time = 1; time <= 2; time += 1) {
        use.clock.advance(FRESH_MS);
        deaf.asked.length = 0;
        expect(await ask()).toEqual(known);
        expect(deaf.asked.toSorted()).toEqual(EVERYTHING);
      }
    });

    test('serves ten minutes more from when it was last known to be so', async () => {
      const { ask, cache, deaf, key } = await knowAll();
      use.clock.advance(9 * MINUTE_MS);
      await ask();
      deaf.isAway = true;
      use.clock.advance(10 * MINUTE_MS - 1);
      expect(await cache.findKeyByHash(key.hash)).toEqual(key);
      use.clock.advance(1);
      await expect(cache.findKeyByHash(key.hash)).rejects.toThrow(StoreUnavailableError);
    });

    test('is not held by a revision that was asked for before a change was told of', async () => {
      const { accountId, ask, cache, key, site, deaf } = await knowAll();
      use.clock.advance(FRESH_MS);
      const asking = cache.findKeyByHash(key.hash);
      deaf.tell({ accountId, isCertain: true });
      await asking;
      await use.stores.directory.saveSite({ ...site, name: 'Renamed' });
      deaf.tell({ accountId, isCertain: true });
      expect((await ask()).site?.name).toBe('Renamed');
    });

    test('is asked for once by those who come one after the other', async () => {
      const { ask, deaf } = await seedAll();
      await ask();
      use.clock.advance(FRESH_MS);
      deaf.asked.length = 0;
      await ask();
      expect(deaf.asked.filter((method) => method === 'findRevision')).toHaveLength(1);
    });

    test('is asked for once by all who come together', async () => {
      const { accountId, cache, key, site, server, deaf } = await knowAll();
      use.clock.advance(FRESH_MS);
      await Promise.all([
        cache.findKeyByHash(key.hash),
        cache.findSite(site.id),
        cache.findServer(server.id),
        cache.loadList(accountId, [server.id, newServer().id]),
      ]);
      expect(deaf.asked.filter((method) => method === 'findRevision')).toHaveLength(1);
    });
  });
}
