import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RedisServer, startRedisServer } from '../../testing/redis-server.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import { newBadge, newUser, toRow } from '../suites/content-builders.ts';
import { openConnection, type RedisConnection } from './connection.ts';
import { openRedisContent } from './content-store.ts';
import { parseRedisUrl } from './redis-url.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.close());

describe('an import of content on Redis', () => {
  test('that lost its lock writes no more, and nothing of it stays behind', async () => {
    const { content, connection, close } = await open();
    const slow = await content.openImport({ replacing: true });
    await slow.put('users', [toRow('users', newUser())]);
    await connection.client.del('{content}:lock');
    const quick = await content.openImport();
    await quick.put('users', [toRow('users', newUser())]);
    await expect(slow.put('users', [toRow('users', newUser())])).rejects.toThrow(/too long.*Run it again/);
    await expect(slow.put('badges', [toRow('badges', newBadge())])).rejects.toThrow(StoreUnavailableError);
    await expect(slow.removeOthers('users')).rejects.toThrow(StoreUnavailableError);
    await expect(slow.commit()).rejects.toThrow(StoreUnavailableError);
    await slow.abort();
    expect(await quick.commit()).toEqual({ version: 1, changed: true });
    expect(await keysBesides(connection, 'users')).toEqual([]);
    expect(await connection.client.hlen('{content}:users:bodies')).toBe(1);
    await close();
  });

  test('leaves what it wrote while it lost its lock to the next one, which takes it away', async () => {
    const { content, connection, close } = await open();
    const held = await openHeldUp(connection);
    const slow = await held.content.openImport();
    await slow.put('users', [toRow('users', newUser())]);
    // It is held up in the middle of a batch for so long that another import begins and clears up after it.
    const stopped = held.stopInNextBatch();
    const putting = slow.put('users', [toRow('users', newUser())]);
    await stopped.reached;
    await connection.client.del('{content}:lock');
    const quick = await content.openImport();
    stopped.goOn();
    await putting;
    await slow.abort();
    await quick.put('users', [toRow('users', newUser())]);
    await quick.commit();
    expect(await keysBesides(connection, 'users')).toEqual([]);
    expect(await connection.client.hlen('{content}:users:bodies')).toBe(1);
    await held.close();
    await close();
  });
});

async function open() {
  const connection = await openConnection(parseRedisUrl(server.url), () => undefined);
  await Promise.all(connection.masters().map((node) => node.flushdb()));
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

interface HeldUp {
  /** Calls to Redis until it is held up. */
  callsLeft: number;
  reach: () => void;
  goOn: () => void;
}

/** Content whose process can be held up in the middle of a batch: after it has asked for the lock, before it writes. */
async function openHeldUp(connection: RedisConnection) {
  const stop: HeldUp = { callsLeft: Number.POSITIVE_INFINITY, reach: () => undefined, goOn: () => undefined };
  const { content, close } = openRedisContent({
    ...connection,
    async run(send) {
      stop.callsLeft -= 1;
      if (stop.callsLeft === 0) {
        const goingOn = new Promise<void>((resolve) => Object.assign(stop, { goOn: resolve }));
        stop.reach();
        await goingOn;
      }
      return connection.run(send);
    },
  });
  return {
    content,
    close,
    stopInNextBatch() {
      stop.callsLeft = 2;
      const reached = new Promise<void>((resolve) => Object.assign(stop, { reach: resolve }));
      return { reached, goOn: () => stop.goOn() };
    },
  };
}

/** Keys that are neither of the content as it is shown nor its counters. */
async function keysBesides(connection: RedisConnection, collection: string): Promise<string[]> {
  const current = await connection.client.hget('{content}:now', collection);
  const kept = [
    '{content}:imports',
    '{content}:now',
    `{content}:${collection}:bodies`,
    ...['ids', 'names', 'lists', 'list:all'].map((part) => `{content}:${collection}:${current}:${part}`),
  ];
  return (await connection.client.keys('*')).filter((key) => !kept.includes(key));
}
