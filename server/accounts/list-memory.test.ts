import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DirectoryReader } from '../store/directory-reader.ts';
import { StoreUnavailableError } from '../store/store-errors.ts';
import { newServer, seedAccount } from '../store/suites/builders.ts';
import { openEmbeddedFixture } from '../store/suites/open-embedded-fixture.ts';
import { useFixture } from '../store/suites/store-fixture.ts';
import { SuiteClock } from '../store/suites/suite-clock.ts';
import { createDirectoryCache } from './directory-cache.ts';

const FRESH_MS = 30_000;

describe('the memory of lists', () => {
  const use = useFixture(openEmbeddedFixture);

  /** An account whose three servers the cache knows, the first of them for a second longer. */
  async function knowServers() {
    const cache = createDirectoryCache(use.stores.directory, () => use.clock.nowMs);
    const { accountId, serverIds } = await seedAccount(use.stores, 3);
    const [first = '', ...others] = serverIds;
    await cache.findServer(first);
    use.clock.nowMs += 1_000;
    for (const id of others) await cache.findServer(id);
    return { cache, accountId, list: Object.freeze([...serverIds]) };
  }

  const idsOf = (cache: DirectoryReader, accountId: string, list: readonly string[]) =>
    cache.recallList(accountId, list)?.map(({ id }) => id);

  test('looks a frozen list up once, and one that may change each time', async () => {
    const { cache, accountId, list } = await knowServers();
    expect(idsOf(cache, accountId, list)).toEqual(list);
    expect(cache.recallList(accountId, list)).toBe(cache.recallList(accountId, list));
    const open = [...list];
    expect(idsOf(cache, accountId, open)).toEqual(list);
    open.pop();
    expect(idsOf(cache, accountId, open)).toEqual(list.slice(0, 2));
  });

  test('answers the account of the servers alone, whoever asks first', async () => {
    const { cache, accountId, list } = await knowServers();
    const other = await seedAccount(use.stores);
    for (const id of list) await cache.findServer(id);
    expect(cache.recallList(other.accountId, list)).toBeUndefined();
    expect(idsOf(cache, accountId, list)).toEqual(list);
    expect(cache.recallList(other.accountId, list)).toBeUndefined();
  });

  test('knows a list for no longer than the first of its servers, so that a missed change is seen', async () => {
    const { cache, accountId, list } = await knowServers();
    expect(idsOf(cache, accountId, list)).toEqual(list);
    use.clock.nowMs += FRESH_MS - 1_001;
    expect(idsOf(cache, accountId, list)).toEqual(list);
    use.clock.nowMs += 1;
    expect(cache.recallList(accountId, list)).toBeUndefined();
  });

  test('lets go of a list with a change of one of its servers, and has it again when that is known', async () => {
    const { cache, accountId, list } = await knowServers();
    expect(idsOf(cache, accountId, list)).toEqual(list);
    await use.stores.directory.saveServers(accountId, [newServer({ id: list[1]!, name: 'Renamed' })]);
    expect(cache.recallList(accountId, list)).toBeUndefined();
    for (const id of list) await cache.findServer(id);
    expect(cache.recallList(accountId, list)?.map(({ name }) => name)[1]).toBe('Renamed');
  });

  test('has a list of slugs as well as one of ids', async () => {
    const { cache, accountId, list } = await knowServers();
    const servers = await Promise.all(list.map((id) => cache.findServer(id)));
    const slugs = Object.freeze(servers.map((server) => server!.slug));
    expect(cache.recallList(accountId, slugs)).toBeUndefined();
    for (const slug of slugs) await cache.findServerBySlug(accountId, slug);
    expect(idsOf(cache, accountId, slugs)).toEqual(list);
    expect(cache.recallList(accountId, slugs)).toBe(cache.recallList(accountId, slugs));
  });

  test('keeps no more than 20,000 servers and lists, and lets go of what was not asked for longest', async () => {
    const { cache, accountId, list } = await knowServers();
    const lists = Array.from({ length: 20_000 / (list.length + 1) }, () => Object.freeze([...list]));
    const before = lists.map((each) => cache.recallList(accountId, each));
    expect(cache.recallList(accountId, lists[0]!)).toBe(before[0]);
    cache.recallList(accountId, Object.freeze([...list]));
    for (const kept of [0, 2, lists.length - 1]) expect(cache.recallList(accountId, lists[kept]!)).toBe(before[kept]);
    expect(cache.recallList(accountId, lists[1]!)).not.toBe(before[1]);
  });

  test('loads at once what it has not, by id and by slug, and then has it', async () => {
    const { cache, accountId, list } = await knowServers();
    const [id = '', , last = ''] = list;
    use.clock.nowMs += FRESH_MS;
    const { slug = '' } = (await use.stores.directory.findServer(last)) ?? {};
    const names = Object.freeze([id, slug]);
    expect(cache.recallList(accountId, names)).toBeUndefined();
    await cache.loadList(accountId, names);
    expect(idsOf(cache, accountId, names)).toEqual([id, last]);
  });

  test('asks once for visitors who come together, fails them together, and asks again', async () => {
    const { directory } = use.stores;
    const { accountId, serverIds } = await seedAccount(use.stores, 2);
    const asked: string[] = [];
    const failing = createDirectoryCache(
      {
        ...directory,
        findListedServers(account, names) {
          asked.push(account);
          return asked.length === 1
            ? Promise.reject(new StoreUnavailableError('The store is away.'))
            : directory.findListedServers(account, names);
        },
      },
      () => use.clock.nowMs,
    );
    const load = () => Promise.allSettled([1, 2].map(() => failing.loadList(accountId, serverIds)));
    expect(await load()).toMatchObject(Array(2).fill({ reason: { message: 'The store is away.' } }));
    expect(asked).toHaveLength(1);
    expect(await load()).toEqual(Array(2).fill({ status: 'fulfilled', value: true }));
    expect(asked).toHaveLength(2);
    expect(await failing.loadList(accountId, serverIds)).toBe(false);
    expect(asked).toHaveLength(2);
  });

  test('keeps the records of servers that are as they were when they are asked for again, and no other', async () => {
    const { cache, accountId, list } = await knowServers();
    const before = cache.recallList(accountId, list);
    use.clock.nowMs += FRESH_MS;
    await cache.loadList(accountId, list);
    expect(cache.recallList(accountId, list)).not.toBe(before);
    expect(cache.recallList(accountId, list)?.map((server, index) => server === before?.[index])).toEqual([
      true,
      true,
      true,
    ]);
    await use.stores.directory.saveServers(accountId, [newServer({ id: list[1]!, name: 'Renamed' })]);
    await cache.loadList(accountId, list);
    expect(cache.recallList(accountId, list)?.map(({ name }) => name)[1]).toBe('Renamed');
  });

  test('keeps nothing of an answer that began before a change', async () => {
    const { directory } = use.stores;
    const { accountId, serverIds } = await seedAccount(use.stores, 2);
    const cache = createDirectoryCache(
      {
        ...directory,
        async findListedServers(account, names) {
          const before = await directory.findListedServers(account, names);
          await directory.saveServers(account, [newServer({ id: serverIds[1]!, name: 'Renamed' })]);
          return before;
        },
      },
      () => use.clock.nowMs,
    );
    expect(await cache.loadList(accountId, serverIds)).toBe(false);
    expect(cache.recallList(accountId, serverIds)).toBeUndefined();
  });

  test('loads nothing of another account, nor what is not there', async () => {
    const { cache, list } = await knowServers();
    const other = await seedAccount(use.stores);
    const mixed = [...other.serverIds, list[0]!, 'no-such-slug'];
    await cache.loadList(other.accountId, mixed);
    expect(cache.recallList(other.accountId, mixed)).toBeUndefined();
    expect(idsOf(cache, other.accountId, other.serverIds)).toEqual(other.serverIds);
  });

  test('has no list with a server that is not there', async () => {
    const { cache, accountId, list } = await knowServers();
    const unknown = '00000000-0000-4000-8000-000000000000';
    await cache.findServer(unknown);
    expect(cache.recallList(accountId, Object.freeze([...list, unknown]))).toBeUndefined();
  });
});

test('a change of a server in a list that nobody told of is seen when the list is asked for again', async () => {
  const clock = new SuiteClock();
  const { stores, place, close } = await openEmbeddedFixture({ clock: () => clock.nowMs });
  onTestFinished(close);
  const cache = createDirectoryCache(stores.directory, () => clock.nowMs);
  const { accountId, serverIds } = await seedAccount(stores, 2);
  const namesNow = async () => {
    await cache.loadList(accountId, serverIds);
    return cache.recallList(accountId, serverIds)?.map(({ name }) => name) ?? [];
  };
  const before = await namesNow();
  const file = new Database(join(place.dataDir, 'server-vote.db'));
  file.exec("UPDATE servers SET name = 'Missed' WHERE num = 2");
  file.close();
  expect(await namesNow()).toEqual(before);
  clock.advance(FRESH_MS);
  expect(await namesNow()).toEqual([before[0], 'Missed']);
});
