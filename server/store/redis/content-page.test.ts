import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RedisServer, startRedisServer } from '../../testing/redis-server.ts';
import { importRecords, newBadge } from '../suites/content-builders.ts';
import { openConnection, type RedisConnection } from './connection.ts';
import { type OpenContentStore, openRedisContent } from './content-store.ts';
import { parseRedisUrl } from './redis-url.ts';

const RANGE = { offset: 0, limit: 100 };

let server: RedisServer;
let connection: RedisConnection;
let store: OpenContentStore;

beforeAll(async () => {
  server = await startRedisServer();
  connection = await openConnection(parseRedisUrl(server.url), () => undefined);
  store = openRedisContent(connection);
});
afterAll(async () => {
  await store.close();
  await connection.close();
  await server.close();
});
beforeEach(async () => {
  await connection.client.flushall();
  store.noteChange();
});

test('a page whose bodies an import takes away while it is read is the page of that import', async () => {
  const badges = Array.from({ length: 30 }, () => newBadge());
  await importRecords(store.content, 'badges', badges);
  const changed = badges.map((badge) => ({ ...badge, name: 'New' }));
  let looks = 0;
  const reader = openRedisContent({
    ...connection,
    async run(send) {
      const reply = await connection.run(send);
      const isLook = Array.isArray(reply) && reply[0] === 'page';
      if (isLook) looks += 1;
      if (isLook && looks === 1) await importRecords(store.content, 'badges', changed);
      return reply;
    },
  });
  const page = await reader.content.readPage('badges', 'all', RANGE);
  expect(page).toMatchObject({ version: 2, total: 30 });
  expect(new Set(page.rows)).toEqual(new Set(changed.map((badge) => JSON.stringify(badge))));
  expect(looks).toBe(2);
  await reader.close();
});

test('a record that lost its body is told of, and neither left out nor called unknown', async () => {
  await importRecords(store.content, 'badges', [newBadge(), newBadge()]);
  const [field = ''] = await connection.client.hkeys('{content}:badges:bodies');
  await connection.client.hdel('{content}:badges:bodies', field);
  const told = `The content is damaged: {content}:badges:bodies has no field ${field}. Restore a backup, or delete all keys that begin with {content} and import the content anew.`;
  await expect(store.content.readPage('badges', 'all', RANGE)).rejects.toThrow(told);
  await expect(store.content.findById('badges', field.split('@')[0] ?? '')).rejects.toThrow(told);
  await connection.client.flushall();
  await importRecords(store.content, 'badges', [newBadge()]);
  expect(await store.content.readPage('badges', 'all', RANGE)).toMatchObject({ total: 1 });
});

test('a page that is under way when the store is closed is read to its end', async () => {
  await importRecords(store.content, 'badges', [newBadge()]);
  const own = await openConnection(parseRedisUrl(server.url), () => undefined);
  const reader = openRedisContent(own);
  await reader.content.readVersion();
  const reading = reader.content.readPage('badges', 'all', RANGE);
  await own.close();
  expect(await reading).toMatchObject({ total: 1 });
});
