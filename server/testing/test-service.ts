import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Router } from 'express';
import pino from 'pino';
import { afterAll, beforeAll, describe } from 'vitest';
import { type Environment, readConfig } from '../config.ts';
import { describeError } from '../operations/describe-error.ts';
import { type Service, startService } from '../service.ts';
import { SuiteClock } from '../store/suites/suite-clock.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';

/** A whole service on a loopback port, with its log and clock in the test's hands. */
export interface TestService extends Service {
  readonly url: string;
  /** The clock of the store; the wall clock of the process goes with it. */
  readonly clock: SuiteClock;
  readonly dataDir: string;
  /** Everything it logged so far, a line each. */
  readonly logLines: string[];
  /** Stops it and takes its data away. */
  close(): Promise<void>;
}

export interface TestServiceOptions {
  /** On top of what tests need; loopback counts as a trusted proxy, so that X-Forwarded-For names the client. */
  readonly env?: Environment;
  readonly redisUrl?: string;
  readonly demo?: boolean;
  /** Keeps the data of another service of the same test. */
  readonly dataDir?: string;
  readonly clock?: SuiteClock;
  /** Lets the store use its own clock, and the service the machine's, which is so far ahead of the true time. */
  readonly realClock?: { readonly aheadMs: number };
}

const SECRET = 'a secret of the tests with 36 letters';

/** Starts a service in this process on its own embedded store, or on the Redis that is named. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'server-vote-test-')));
  const clock = options.clock ?? new SuiteClock();
  const { realClock } = options;
  const now = realClock === undefined ? () => clock.nowMs : () => Date.now() + realClock.aheadMs;
  const logLines: string[] = [];
  const config = readConfig(
    {
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://votes.example.com',
      METRICS_PORT: 'off',
      TRUST_PROXY: 'loopback',
      SECRET,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      REDIS_URL: options.redisUrl,
      ...options.env,
    },
    { demo: options.demo ?? false },
  );
  const service = await startService({
    config,
    logger: pino({ level: 'debug', serializers: { err: describeError } }, linesInto(logLines)),
    nowMs: now,
    ...(realClock === undefined ? { storeClock: now } : {}),
    openPages: async () => Router(),
  });
  return {
    ...service,
    url: `http://127.0.0.1:${service.port}`,
    clock,
    dataDir,
    logLines,
    async close() {
      await service.stop();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a block of tests is given on each store. */
export interface ServiceInUse {
  /** Starts a service on the store of the block; it is stopped when the block ends. */
  start(options?: Omit<TestServiceOptions, 'redisUrl'>): Promise<TestService>;
}

/** Runs the same tests on the embedded store and on Redis. */
export function describeOnStores(title: string, tests: (use: ServiceInUse) => void): void {
  describe(`${title} on the embedded store`, () => tests(useServices(null)));
  describe(`${title} on Redis`, () => {
    let redis: RedisServer | null = null;
    beforeAll(async () => {
      redis = await startRedisServer();
    });
    afterAll(() => redis?.close());
    tests(useServices(() => redis?.url));
  });
}

function useServices(redisUrl: (() => string | undefined) | null): ServiceInUse {
  const started: TestService[] = [];
  afterAll(async () => {
    await Promise.all(started.map((service) => service.close()));
  });
  return {
    async start(options = {}) {
      const url = redisUrl?.();
      const service = await startTestService({ ...options, ...(url === undefined ? {} : { redisUrl: url }) });
      started.push(service);
      return service;
    },
  };
}

function linesInto(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk).trimEnd());
      done();
    },
  });
}
