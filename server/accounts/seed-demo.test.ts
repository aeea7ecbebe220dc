import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectionRules } from '../store/content-collections.ts';
import { COLLECTIONS } from '../store/content-store.ts';
import { openStores } from '../store/open-stores.ts';
import type { Stores } from '../store/stores.ts';
import { hashKey } from './key-format.ts';
import { type DemoSeed, seedDemo } from './seed-demo.ts';

const CONTENT = join(import.meta.dirname, '../../demo/content');
const NOW_MS = Date.parse('2026-11-27T22:00:00.000Z');

describe('the demo', () => {
  let dataDir = '';
  let stores: Stores;
  const seed = (options: Partial<DemoSeed> = {}) =>
    seedDemo({ stores, publicUrl: 'http://localhost:3000', contentDir: CONTENT, nowMs: NOW_MS, ...options });

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'seed-demo-'));
    stores = await openStores({
      redisUrl: null,
      dataDir,
      voteLogDays: 90,
      housekeeping: true,
      onWarning: () => undefined,
    });
  });
  afterEach(async () => {
    await stores.close();
    await rm(dataDir, { recursive: true });
  });

  test('has an account, the servers in the order of their file, a site, and a key of each kind', async () => {
    const { site, servers, keys } = await seed();
    const rows = (await readFile(join(CONTENT, 'servers.ndjson'), 'utf8')).trimEnd().split('\n');
    expect(servers).toEqual(rows.map((row) => JSON.parse(row)));
    const account = await stores.directory.findAccountByUsername('demo');
    expect(await stores.directory.findSite(site)).toMatchObject({ accountId: account?.id, name: 'Demo' });
    for (const kind of ['vote', 'user'] as const) {
      const record = await stores.directory.findKeyByHash(hashKey(keys?.[kind] ?? ''));
      expect(record).toMatchObject({ accountId: account?.id, kind, attest: false, expiresAtMs: null });
    }
  });

  test('has a neighbour: another account with a site and servers of its own, and no key', async () => {
    const { servers, site, neighbour } = await seed();
    const account = await stores.directory.findAccountByUsername('neighbour');
    const record = await stores.directory.findSite(neighbour.site);
    expect(record).toMatchObject({ accountId: account?.id, origins: (await stores.directory.findSite(site))?.origins });
    expect(neighbour.servers).toHaveLength(2);
    const slugs = servers.map(({ slug }) => slug);
    expect(neighbour.servers.filter(({ slug }) => slugs.includes(slug))).toEqual([]);
    expect(await stores.directory.listKeys(account?.id ?? '')).toEqual([]);
  });

  test('has every record of the content', async () => {
    await seed();
    for (const collection of COLLECTIONS) {
      const rows = (await readFile(join(CONTENT, `${collection}.ndjson`), 'utf8')).trimEnd().split('\n');
      const { total } = await stores.content.readPage(collection, 'all', { offset: 0, limit: 1 });
      expect(total, collection).toBe(rows.length);
    }
    const { rows } = await stores.content.readPage('blog', collectionRules.blog.openList, { offset: 0, limit: 9 });
    expect(rows).toHaveLength(3);
  });

  test('is the same after a second start, and shows no key again', async () => {
    const first = await seed();
    const version = await stores.content.readVersion();
    const second = await seed({ nowMs: NOW_MS + 1000 });
    expect(second).toEqual({ ...first, keys: null });
    const accounts = await stores.directory.listAccounts();
    expect(accounts.map(({ username }) => username).sort()).toEqual(['demo', 'neighbour']);
    for (const { id, username } of accounts) {
      expect(await stores.directory.listSites(id)).toHaveLength(1);
      expect(await stores.directory.listKeys(id)).toHaveLength(username === 'demo' ? 2 : 0);
    }
    expect(await stores.content.readVersion()).toBe(version);
  });

  test('keeps what was changed between two starts', async () => {
    const { servers } = await seed();
    const account = await stores.directory.findAccountByUsername('demo');
    const [first] = await stores.directory.listServers(account?.id ?? '');
    if (first === undefined) throw new Error('the demo has servers');
    await stores.directory.saveServers(first.accountId, [{ ...first, name: 'Renamed' }]);
    await stores.directory.deleteServer(servers[1]?.id ?? '');
    const again = await seed();
    expect(again.servers[0]?.name).toBe('Renamed');
    expect(again.servers).toHaveLength(servers.length - 1);
  });

  test('can be opened under every name of this machine, also after its port changed', async () => {
    const { site } = await seed();
    await seed({ publicUrl: 'http://localhost:8080' });
    expect((await stores.directory.findSite(site))?.origins).toEqual([
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
      'http://localhost:8080',
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
    ]);
  });

  test('names file and line of a row that is not what the contract says, and shows nothing of the content', async () => {
    const contentDir = join(dataDir, 'content');
    await cp(CONTENT, contentDir, { recursive: true });
    const teams = await readFile(join(CONTENT, 'teams.ndjson'), 'utf8');
    await writeFile(join(contentDir, 'teams.ndjson'), teams.replace(/"isVerified":false/, '"isVerified":"no"'));
    await expect(seed({ contentDir })).rejects.toThrow(/teams\.ndjson:2 .*isVerified/);
    expect(await stores.content.readVersion()).toBe(0);
    expect((await seed()).keys).not.toBeNull();
    expect(await stores.content.readVersion()).toBe(1);
  });
});
