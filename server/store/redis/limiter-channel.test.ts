import { randomUUID } from 'node:crypto';
import { rateLimit } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import { afterEach, describe, expect, test } from 'vitest';
import { startRedisCluster } from '../../testing/redis-cluster.ts';
import { prepareRedisServer, startRedisServer } from '../../testing/redis-server.ts';
import type { LimiterChannel } from '../limiter-channel.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import { openConnection } from './connection.ts';
import { createLimiterChannel } from './limiter-channel.ts';
import { parseRedisUrl } from './redis-url.ts';

const WINDOW_MS = 60_000;
const UP_AGAIN_MS = 5_000;
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openChannel(url: string): Promise<LimiterChannel> {
  const connection = await openConnection(parseRedisUrl(url), () => undefined);
  closers.push(() => connection.close());
  return createLimiterChannel(connection);
}

/** The store as the limiter makes it: begun at once, whether Redis is there or not. */
function createStore(channel: LimiterChannel): RedisStore {
  const store = new RedisStore({
    prefix: channel.keyPrefix,
    sendCommand: (...words: string[]) => channel.send(words) as Promise<number>,
  });
  rateLimit({ windowMs: WINDOW_MS, store });
  return store;
}

async function countAgain(store: RedisStore, key: string): Promise<number> {
  const deadline = Date.now() + UP_AGAIN_MS;
  for (;;) {
    try {
      return (await store.increment(key)).totalHits;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

describe('the channel of the limiter', () => {
  test('requests of one moment are written to Redis together', async () => {
    const server = await startRedisServer();
    closers.push(() => server.close());
    const connection = await openConnection(parseRedisUrl(server.url), () => undefined);
    closers.push(() => connection.close());
    const store = createStore(createLimiterChannel(connection));
    const readings = async () => Number(/total_reads_processed:(\d+)/.exec(await connection.client.info('stats'))?.[1]);
    await store.increment('first');
    const before = await readings();
    await Promise.all(Array.from({ length: 50 }, () => store.increment('key')));
    // One for all of them, and one for the question.
    expect((await readings()) - before).toBeLessThan(5);
    expect((await store.get('key'))?.totalHits).toBe(50);
  });

  test('counts, tells when the window ends, and leaves no key without a time to live', async () => {
    const server = await startRedisServer();
    closers.push(() => server.close());
    const store = createStore(await openChannel(server.url));
    const startedAtMs = Date.now();
    for (let hits = 1; hits <= 3; hits += 1) {
      const { totalHits, resetTime } = await store.increment('key_a');
      expect(totalHits).toBe(hits);
      expect(Math.abs(Number(resetTime) - startedAtMs - WINDOW_MS)).toBeLessThan(1_000);
    }
    expect((await store.increment('key_b')).totalHits).toBe(1);
    for (const key of ['limit:key_a', 'limit:key_b']) {
      expect(Number(await server.command('PTTL', key))).toBeGreaterThan(0);
    }
    await store.resetKey('key_a');
    expect((await store.increment('key_a')).totalHits).toBe(1);
  });

  test('made while Redis is away it counts as soon as Redis is there', async () => {
    const server = await prepareRedisServer();
    closers.push(() => server.close());
    const store = createStore(await openChannel(server.url));
    await expect(store.increment('key')).rejects.toThrow(StoreUnavailableError);
    await server.start();
    expect(await countAgain(store, 'key')).toBe(1);
  });

  test('a script flush in the middle of traffic loses no request', async () => {
    const server = await startRedisServer();
    closers.push(() => server.close());
    const store = createStore(await openChannel(server.url));
    const counting = Array.from({ length: 300 }, async (_, index) => {
      if (index % 50 === 0) await server.command('SCRIPT', 'FLUSH');
      return (await store.increment('key')).totalHits;
    });
    const hits = await Promise.all(counting);
    expect(hits.sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  });

  test('after kill -9 it rejects in time, and counts again when Redis is back', async () => {
    const server = await startRedisServer();
    closers.push(() => server.close());
    const store = createStore(await openChannel(server.url));
    await store.increment('key');
    await server.kill();
    const startedAtMs = Date.now();
    await expect(store.increment('key')).rejects.toThrow(StoreUnavailableError);
    expect(Date.now() - startedAtMs).toBeLessThan(1_000);
    await server.start();
    expect(await countAgain(store, 'key')).toBe(1);
  });

  test('on a Cluster whose nodes all forgot the scripts no request fails', async () => {
    const cluster = await startRedisCluster();
    closers.push(() => cluster.close());
    const store = createStore(await openChannel(cluster.url));
    const keys = Array.from({ length: 40 }, () => randomUUID());
    for (let round = 1; round <= 5; round += 1) {
      await Promise.all(cluster.masters.map((master) => master.command('SCRIPT', 'FLUSH')));
      const hits = await Promise.all(keys.map(async (key) => (await store.increment(key)).totalHits));
      expect(new Set(hits)).toEqual(new Set([round]));
    }
  });

  test('anything else is refused', async () => {
    const server = await startRedisServer();
    closers.push(() => server.close());
    const channel = await openChannel(server.url);
    await expect(channel.send(['FLUSHALL'])).rejects.toThrow(/FLUSHALL/);
  });
});
