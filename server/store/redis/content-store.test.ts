import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RedisCluster, startRedisCluster } from '../../testing/redis-cluster.ts';
import { type RedisServer, startRedisServer } from '../../testing/redis-server.ts';
import type { ContentStore } from '../content-store.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import { importRecords, newBadge, newResource, newUser, toRow } from '../suites/content-builders.ts';
import { describeContentStore } from '../suites/describe-content-store.ts';
import { openConnection, type RedisConnection } from './connection.ts';
import { openRedisContent } from './content-store.ts';
import { openRedisStores } from './open-redis-stores.ts';
import { parseRedisUrl } from './redis-url.ts';

interface Opened {
  readonly content: ContentStore;
  readonly connection: RedisConnection;
  close(): Promise<void>;
}

async function openContent(url: string): Promise<Opened> {
  const warnings: string[] = [];
  const connection = await openConnection(parseRedisUrl(url), (message) => warnings.push(message));
  const { content, close } = openRedisContent(connection);
  return {
    content,
    connection,
    async close() {
      await close();
      await connection.close();
    },
  };
}

async function openFixture(url: string) {
  const first = await openContent(url);
  await Promise.all(first.connection.masters().map((node) => node.flushdb()));
  const opened = [first];
  return {
    content: first.content,
    async openSecond() {
      const second = await openContent(url);
      opened.push(second);
      return second.content;
    },
    async close() {
      for (const one of opened) await one.close();
    },
  };
}

let server: RedisServer;
let cluster: RedisCluster;
let database = 0;

beforeAll(async () => {
  [server, cluster] = await Promise.all([startRedisServer(), startRedisCluster()]);
});
afterAll(async () => {
  await Promise.all([server.close(), cluster.close()]);
});

/** A database that no other test uses. */
function nextUrl(): string {
  database = (database + 1) % 16;
  return `${server.url}/${database}`;
}

describeContentStore('Redis', () => openFixture(nextUrl()));
describeContentStore(
  'a Redis Cluster',
  () => openFixture(cluster.url),
  () => openFixture(nextUrl()),
);

describe('content on Redis', () => {
  test('what imports leave behind is taken away: replaced, removed, aborted, unchanged', async () => {
    const { content, connection, close } = await openFresh();
    const records = Array.from({ length: 30 }, () => newResource());
    await importRecords(content, 'resources', records);
    await importRecords(
      content,
      'resources',
      records.map((record) => ({ ...record, title: 'New' })),
    );
    await importRecords(content, 'resources', [{ ...records[0]!, title: 'New' }]);
    const aborted = await content.openImport({ replacing: true });
    await aborted.put('resources', [toRow('resources', newResource())]);
    await aborted.put('users', [toRow('users', newUser())]);
    await aborted.abort();
    const replacing = await content.openImport({ replacing: true });
    await replacing.put('resources', [toRow('resources', { ...records[0]!, title: 'Newest' })]);
    expect(await replacing.removeOthers('resources')).toBe(29);
    await replacing.commit();
    const number = await connection.client.hget('{content}:now', 'resources');
    expect((await connection.client.keys('*')).sort()).toEqual(
      [
        '{content}:imports',
        '{content}:now',
        `{content}:resources:${number}:ids`,
        `{content}:resources:${number}:list:all`,
        `{content}:resources:${number}:lists`,
        `{content}:resources:${number}:names`,
        '{content}:resources:bodies',
      ].sort(),
    );
    expect(await connection.client.hlen('{content}:resources:bodies')).toBe(1);
    await close();
  });

  test('an import whose process died is seen by nobody, and taken away by the next one', async () => {
    const { content, connection, close } = await openFresh();
    const kept = newBadge();
    await importRecords(content, 'badges', [kept]);
    const dying = await openContent(currentUrl());
    const taking = await dying.content.openImport();
    await taking.put('badges', [toRow('badges', newBadge()), toRow('badges', { ...kept, name: 'Other' })]);
    dying.connection.client.disconnect();
    await connection.client.del('{content}:lock');
    expect((await importRecords(content, 'badges', [newBadge()])).version).toBe(2);
    const { rows, total } = await content.readPage('badges', 'all', { offset: 0, limit: 10 });
    expect(total).toBe(2);
    expect(rows).toContain(JSON.stringify(kept));
    expect(await connection.client.hlen('{content}:badges:bodies')).toBe(2);
    await dying.close();
    await close();
  });

  test('an import that lost its lock is not shown, and harms neither the one that took it nor what was there', async () => {
    const { content, connection, close } = await openFresh();
    const slow = await content.openImport();
    await slow.put('users', [toRow('users', newUser())]);
    await connection.client.del('{content}:lock');
    const other = newUser();
    const quick = await content.openImport();
    await quick.put('users', [toRow('users', other)]);
    await expect(slow.commit()).rejects.toThrow(StoreUnavailableError);
    await slow.abort();
    expect(await quick.commit()).toEqual({ version: 1, changed: true });
    const { rows } = await content.readPage('users', 'all', { offset: 0, limit: 10 });
    expect(rows).toEqual([JSON.stringify(other)]);
    await close();
  });

  test('scripts that Redis forgot are sent again, also in the middle of an import', async () => {
    const { content, connection, close } = await openFresh();
    const taking = await content.openImport();
    await taking.put('users', [toRow('users', newUser())]);
    await connection.client.script('FLUSH');
    await taking.put('users', [toRow('users', newUser())]);
    await connection.client.script('FLUSH');
    await taking.commit();
    await connection.client.script('FLUSH');
    expect((await content.readPage('users', 'all', { offset: 0, limit: 1 })).total).toBe(2);
    await close();
  });

  test('a copy of a large generation is whole: hashes and lists beyond every step of the copying', async () => {
    const { content, close } = await openFresh();
    const records = Array.from({ length: 2_500 }, () => newUser());
    await importRecords(content, 'users', records);
    await importRecords(content, 'users', [newUser()]);
    expect((await content.readPage('users', 'all', { offset: 2_000, limit: 1_000 })).rows).toHaveLength(501);
    for (const record of records.slice(0, 50)) {
      expect((await content.findByName('users', record.username, null)).json).toBe(JSON.stringify(record));
    }
    await close();
  });

  async function openFresh(): Promise<Opened> {
    const opened = await openContent(nextUrl());
    await opened.connection.masters()[0]!.flushdb();
    return opened;
  }

  function currentUrl(): string {
    return `${server.url}/${database}`;
  }
});

describe('content while Redis is away', () => {
  test('reads reject in time, an import waits for it, and afterwards everything goes on', async () => {
    const own = await startRedisServer({ appendOnly: true });
    const { content, close } = await openContent(own.url);
    const user = newUser();
    await importRecords(content, 'users', [user]);
    const taking = await content.openImport();
    await own.kill();
    for (const read of [
      () => content.readPage('users', 'all', { offset: 0, limit: 1 }),
      () => content.findById('users', user.id),
    ]) {
      const startedAtMs = performance.now();
      await expect(read()).rejects.toThrow(StoreUnavailableError);
      expect(performance.now() - startedAtMs).toBeLessThan(1_500);
    }
    const putting = taking.put('users', [toRow('users', newUser())]);
    await own.start();
    expect(await putting).toEqual([{ status: 'created' }]);
    expect(await taking.commit()).toEqual({ version: 2, changed: true });
    expect(await content.readPage('users', 'all', { offset: 0, limit: 10 })).toMatchObject({ version: 2, total: 2 });
    await close();
    await own.close();
  });
});

test('a process that stood still while it asked Redis, as with its machine, answers at once when it goes on', async () => {
  const { content, close } = await openContent(nextUrl());
  const badge = newBadge();
  await importRecords(content, 'badges', [badge]);
  await content.readVersion();
  standStill(300);
  // What it knows is old enough to be read anew, which comes to nothing: its time is over before the reply is looked at.
  await content.readVersion();
  standStill(2_000);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(await content.findById('badges', badge.id)).toMatchObject({ json: JSON.stringify(badge) });
  await close();

  function standStill(ms: number): void {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  }
});

describe('stores on Redis', () => {
  test('tell one another of an import in a moment', async () => {
    const url = nextUrl();
    const open = () => openRedisStores({ redisUrl: url, voteLogDays: 90, onWarning: () => undefined });
    const [one, other] = [await open(), await open()];
    const waits: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const before = await other.content.readVersion();
      await importRecords(one.content, 'badges', [newBadge()]);
      const shownAtMs = performance.now();
      while ((await other.content.readVersion()) === before) await new Promise((resolve) => setTimeout(resolve, 1));
      waits.push(performance.now() - shownAtMs);
    }
    expect(Math.min(...waits)).toBeLessThan(100);
    await one.close();
    await other.close();
  });
});
