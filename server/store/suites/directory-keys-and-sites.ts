import { describe, expect, test } from 'vitest';
import { newKey, newSite, randomText, seedAccount } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

export function describeKeysAndSites(open: OpenFixture): void {
  describe('keys and sites', () => {
    describeKeys(open);
    describeSites(open);
  });
}

function describeKeys(open: OpenFixture): void {
  const use = useFixture(open);

  test('a key is found by id and by hash, by every handle, with every member', async () => {
    const { accountId } = await seedAccount(use.stores);
    const second = await use.openSecond();
    const keys = [
      newKey(accountId),
      newKey(accountId, { kind: 'user' }),
      newKey(accountId, { attest: true, votesPerMinute: 0, expiresAtMs: 1_790_000_000_123 }),
      newKey(accountId, { votesPerMinute: 3_000, expiresAtMs: 0 }),
    ];
    for (const key of keys) {
      expect(await second.directory.findKeyByHash(key.hash)).toBeNull();
      await use.stores.directory.saveKey(key);
    }
    for (const { directory } of [use.stores, second]) {
      for (const key of keys) {
        expect(await directory.findKey(key.id)).toEqual(key);
        expect(await directory.findKeyByHash(key.hash)).toEqual(key);
      }
      const listed = await directory.listKeys(accountId);
      expect(listed).toHaveLength(4);
      expect(listed).toEqual(expect.arrayContaining(keys));
    }
  });

  test('saving a key again replaces it', async () => {
    const { accountId } = await seedAccount(use.stores);
    const key = newKey(accountId, { attest: true, votesPerMinute: 7 });
    await use.stores.directory.saveKey(key);
    const revoked = { ...key, attest: false, votesPerMinute: null, expiresAtMs: use.clock.nowMs };
    await use.stores.directory.saveKey(revoked);
    expect(await use.stores.directory.findKeyByHash(key.hash)).toEqual(revoked);
    expect(await use.stores.directory.listKeys(accountId)).toEqual([revoked]);
  });

  test('the end of a key never moves later, whatever is saved', async () => {
    const { accountId } = await seedAccount(use.stores);
    const { directory } = use.stores;
    const startMs = 1_790_000_000_123;
    const key = newKey(accountId, { expiresAtMs: null });
    for (const [saved, kept] of [
      [null, null],
      [startMs, startMs],
      [null, startMs],
      [startMs + 1, startMs],
      [startMs - 1, startMs - 1],
      [0, 0],
      [null, 0],
    ] as const) {
      const hint = randomText();
      await directory.saveKey({ ...key, hint, expiresAtMs: saved });
      const expected = { ...key, hint, expiresAtMs: kept };
      expect(await directory.findKey(key.id)).toEqual(expected);
      expect(await directory.findKeyByHash(key.hash)).toEqual(expected);
      expect(await directory.listKeys(accountId)).toEqual([expected]);
    }
  });

  test('of ends that are saved at once by several handles the earliest stays', async () => {
    const { accountId } = await seedAccount(use.stores);
    const second = await use.openSecond();
    const key = newKey(accountId);
    await use.stores.directory.saveKey(key);
    const ends = [4_000, null, 2_000, 9_000, 3_000, null, 7_000];
    await Promise.all(
      ends.map((expiresAtMs, index) => {
        const { directory } = index % 2 === 0 ? use.stores : second;
        return directory.saveKey({ ...key, expiresAtMs });
      }),
    );
    expect(await second.directory.findKey(key.id)).toEqual({ ...key, expiresAtMs: 2_000 });
  });

  test('the hash of another key is refused and changes nothing', async () => {
    const { accountId } = await seedAccount(use.stores);
    const other = await seedAccount(use.stores);
    const key = newKey(accountId);
    await use.stores.directory.saveKey(key);
    const rival = newKey(other.accountId, { hash: key.hash });
    await expect(use.stores.directory.saveKey(rival)).rejects.toThrow();
    expect(await use.stores.directory.findKeyByHash(key.hash)).toEqual(key);
    expect(await use.stores.directory.findKey(rival.id)).toBeNull();
    expect(await use.stores.directory.listKeys(other.accountId)).toEqual([]);
  });

  test('a key that is saved again with another hash, or for another account, is refused and stays as it was', async () => {
    const { accountId } = await seedAccount(use.stores);
    const other = await seedAccount(use.stores);
    const key = newKey(accountId);
    await use.stores.directory.saveKey(key);
    for (const change of [{ hash: newKey(accountId).hash }, { accountId: other.accountId }]) {
      await expect(use.stores.directory.saveKey({ ...key, ...change, hint: 'other' })).rejects.toThrow();
    }
    expect(await use.stores.directory.findKey(key.id)).toEqual(key);
    expect(await use.stores.directory.findKeyByHash(key.hash)).toEqual(key);
    expect(await use.stores.directory.listKeys(other.accountId)).toEqual([]);
  });

  test('a key or a site of an account that is not there is refused', async () => {
    const key = newKey('acc_nobody');
    const site = newSite('acc_nobody');
    await expect(use.stores.directory.saveKey(key)).rejects.toThrow();
    await expect(use.stores.directory.saveSite(site)).rejects.toThrow();
    expect(await use.stores.directory.findKeyByHash(key.hash)).toBeNull();
    expect(await use.stores.directory.findSite(site.id)).toBeNull();
  });

  test('keys of another account are not listed, unknown ones are null', async () => {
    const { accountId } = await seedAccount(use.stores);
    const other = await seedAccount(use.stores);
    await use.stores.directory.saveKey(newKey(accountId));
    expect(await use.stores.directory.listKeys(other.accountId)).toEqual([]);
    expect(await use.stores.directory.findKey(randomText())).toBeNull();
    expect(await use.stores.directory.findKeyByHash(randomText())).toBeNull();
  });
}

function describeSites(open: OpenFixture): void {
  const use = useFixture(open);

  test('a site is found and listed by every handle, with every member', async () => {
    const { accountId } = await seedAccount(use.stores);
    const second = await use.openSecond();
    const sites = [
      newSite(accountId),
      newSite(accountId, { name: 'サイト "one"', origins: [], votesPerMinute: 120, askUsername: true }),
    ];
    for (const site of sites) await use.stores.directory.saveSite(site);
    for (const { directory } of [use.stores, second]) {
      for (const site of sites) expect(await directory.findSite(site.id)).toEqual(site);
      const listed = await directory.listSites(accountId);
      expect(listed).toHaveLength(2);
      expect(listed).toEqual(expect.arrayContaining(sites));
    }
  });

  test('saving a site again replaces it', async () => {
    const { accountId } = await seedAccount(use.stores);
    const site = newSite(accountId, { votesPerMinute: 5 });
    await use.stores.directory.saveSite(site);
    const changed = {
      ...site,
      name: 'Renamed',
      origins: ['https://b.example'],
      votesPerMinute: null,
      askUsername: true,
    };
    await use.stores.directory.saveSite(changed);
    expect(await use.stores.directory.findSite(site.id)).toEqual(changed);
    expect(await use.stores.directory.listSites(accountId)).toEqual([changed]);
  });

  test('a site that is saved again for another account is refused and stays as it was', async () => {
    const { accountId } = await seedAccount(use.stores);
    const other = await seedAccount(use.stores);
    const site = newSite(accountId);
    await use.stores.directory.saveSite(site);
    await expect(use.stores.directory.saveSite({ ...site, accountId: other.accountId })).rejects.toThrow();
    expect(await use.stores.directory.findSite(site.id)).toEqual(site);
    expect(await use.stores.directory.listSites(other.accountId)).toEqual([]);
  });

  test('sites of another account are not listed, unknown ones are null', async () => {
    const { accountId } = await seedAccount(use.stores);
    const other = await seedAccount(use.stores);
    await use.stores.directory.saveSite(newSite(accountId));
    expect(await use.stores.directory.listSites(other.accountId)).toEqual([]);
    expect(await use.stores.directory.findSite(randomText())).toBeNull();
  });
}
