import { afterEach, beforeEach, expect } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../testing/fault-proxy.ts';
import { prepareRedisServer, type RedisServer, type RedisServerOptions } from '../../testing/redis-server.ts';
import { openRedisStores } from '../redis/open-redis-stores.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import type { Stores } from '../stores.ts';
import { SuiteClock } from './suite-clock.ts';

/** What a call to a store that is away may take. */
export const SETTLES_WITHIN_MS = 1_500;

/** The Redis of the running test, and stores on it that go by its own clock. All is closed after the test. */
export interface RedisInUse {
  readonly server: RedisServer;
  readonly warnings: readonly string[];
  open(url?: string): Promise<Stores>;
  /** Stores that take a clock of the test for that of Redis. */
  openWithClock(): Promise<{ readonly clock: SuiteClock; readonly stores: Stores }>;
  /** A proxy in front of the server, and stores that go through it. */
  openThroughProxy(): Promise<{ readonly proxy: FaultProxy; readonly stores: Stores }>;
  /** Chooses a place for another server, without starting it. */
  prepareServer(options?: RedisServerOptions): Promise<RedisServer>;
  /** Something else to be closed after the test. */
  closeLater(close: () => Promise<unknown>): void;
}

export function useRedis(): RedisInUse {
  let closing: (() => Promise<unknown>)[] = [];
  let warnings: string[] = [];
  let server: RedisServer | null = null;

  async function prepareServer(options: RedisServerOptions = {}): Promise<RedisServer> {
    const prepared = await prepareRedisServer(options);
    closing.unshift(() => prepared.close());
    return prepared;
  }

  const running = () => {
    if (server === null) throw new Error('Redis runs only while a test does');
    return server;
  };

  async function open(url = running().url, clock?: SuiteClock): Promise<Stores> {
    const onWarning = (message: string) => void warnings.push(message);
    const given = clock === undefined ? {} : { clock: () => clock.nowMs };
    const stores = await openRedisStores({ redisUrl: url, voteLogDays: 90, onWarning, ...given });
    closing.push(() => stores.close());
    return stores;
  }

  beforeEach(async () => {
    closing = [];
    warnings = [];
    server = await prepareServer({ appendOnly: true });
    await server.start();
  });

  afterEach(async () => {
    for (const close of closing.reverse()) await close();
  });

  return {
    get server() {
      return running();
    },
    get warnings() {
      return warnings;
    },
    open: (url) => open(url),
    async openWithClock() {
      const clock = new SuiteClock();
      return { clock, stores: await open(running().url, clock) };
    },
    prepareServer,
    closeLater: (close) => void closing.unshift(close),
    async openThroughProxy() {
      const proxy = await startFaultProxy(running());
      closing.unshift(() => proxy.close());
      return { proxy, stores: await open(`redis://${proxy.host}:${proxy.port}`) };
    },
  };
}

/** The call is refused as a call to a store that is away has to be, and in time. */
export async function expectUnavailable(call: () => Promise<unknown>): Promise<void> {
  const startedMs = performance.now();
  await expect(call()).rejects.toThrow(StoreUnavailableError);
  expect(performance.now() - startedMs).toBeLessThan(SETTLES_WITHIN_MS);
}
