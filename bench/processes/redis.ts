import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { BenchContext } from '../benchmark.ts';
import { findFreePort } from './free-port.ts';
import { waitUntil } from './wait-until.ts';

/** A redis-server of this run. */
export interface BenchRedis {
  readonly url: string;
  readonly pid: number;
  /** For looking at it, not for what is measured. */
  readonly client: Redis;
  /** Bytes in use, as `INFO memory` counts them. */
  usedBytes(): Promise<number>;
  /** Stops it: it takes no processor time until it may go on. */
  hold(): void;
  goOn(): void;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const START_DEADLINE_MS = 15_000;

/** Keeps nothing, so that no disk is measured. */
const IN_MEMORY = ['--save', '', '--appendonly', 'no'];
/** As docs/operations.md and deploy/ have it; snapshots are those of Redis's own defaults. */
const PRODUCTION = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction'];

/** Starts Redis on a free port: as in production where that is wanted, and else one that keeps nothing on disk. */
export async function startRedis(
  context: BenchContext,
  name: string,
  { isProduction = false }: { readonly isProduction?: boolean } = {},
): Promise<BenchRedis> {
  const folder = join(context.folder, name);
  mkdirSync(folder);
  const port = await findFreePort();
  const log = join(context.folder, `${name}.log`);
  const program = await context.processes.start('redis-server', {
    args: ['--port', `${port}`, '--bind', HOST, '--dir', folder, ...(isProduction ? PRODUCTION : IN_MEMORY)],
    log,
  });
  const client = new Redis({ host: HOST, port, retryStrategy: () => 50, maxRetriesPerRequest: null });
  // Until the server listens there is an error a try; waitUntil is what gives up.
  client.on('error', () => undefined);
  // It would look for a server that has ended for ever.
  program.child.once('exit', () => client.disconnect());
  const isUp = async () => (await client.ping()) === 'PONG';
  await Promise.race([waitUntil(isUp, { what: 'redis-server', deadlineMs: START_DEADLINE_MS }), program.failed]);
  return {
    url: `redis://${HOST}:${port}`,
    pid: program.pid,
    client,
    async usedBytes() {
      return readInfo(await client.info('memory'), 'used_memory');
    },
    hold: () => program.hold(),
    goOn: () => program.goOn(),
    close: () => program.end(),
  };
}

/** A number of an INFO answer. */
export function readInfo(info: string, name: string): number {
  const found = new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1];
  if (found === undefined) throw new Error(`INFO of Redis has no ${name}.`);
  return Number(found);
}
