import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import type { Program } from './child-processes.ts';
import { findFreePort } from './free-port.ts';
import { waitUntil } from './wait-until.ts';

export interface ServiceOptions {
  /** Names its log and, on the embedded store, its data folder. */
  readonly name: string;
  /** `null`: the embedded store. */
  readonly redisUrl: string | null;
  readonly dataDir: string;
  /** Processes; one when left out. */
  readonly workers?: number;
  /** Arguments of node itself. */
  readonly nodeArgs?: readonly string[];
  /** Serves the demo page, which is not for production. */
  readonly isDemo?: boolean;
}

/** The built service, running as in production. */
export interface BenchService extends Program {
  readonly url: string;
}

const HOST = '127.0.0.1';
const CLI = resolve('dist/server/cli.js');
const START_DEADLINE_MS = 30_000;
/** Far above what any key gets here, and below the abuse limit of 300 a minute, which stays what it is. */
export const VOTES_PER_MINUTE = 290;
/** The same for all services of a run: two that share a store must not tell voters apart in two ways. */
export const SECRET = randomBytes(32).toString('hex');

/** Starts `server-vote serve` with logs, metrics and limits on, and waits until it is ready. */
export async function startService(context: BenchContext, options: ServiceOptions): Promise<BenchService> {
  const { isDemo = false } = options;
  const port = await findFreePort();
  const program = await context.processes.start(process.execPath, {
    args: [...(options.nodeArgs ?? []), CLI, 'serve', ...(isDemo ? ['--demo'] : [])],
    env: {
      NODE_ENV: isDemo ? 'development' : 'production',
      HOST,
      PORT: `${port}`,
      METRICS_PORT: `${await findFreePort()}`,
      REDIS_URL: options.redisUrl ?? '',
      DATA_DIR: options.dataDir,
      SECRET,
      WORKERS: `${options.workers ?? 1}`,
      TRUST_PROXY: 'loopback',
      VOTES_PER_MINUTE: `${VOTES_PER_MINUTE}`,
      CONTENT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'info',
    },
    log: join(context.folder, `${options.name}.log`),
  });
  const url = `http://${HOST}:${port}`;
  const isReady = async () => (await fetch(`${url}/readyz`)).ok;
  await Promise.race([waitUntil(isReady, { what: options.name, deadlineMs: START_DEADLINE_MS }), program.failed]);
  return { ...program, url };
}
