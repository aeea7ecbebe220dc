import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Processes, Program } from '../../bench/processes/child-processes.ts';
import { findFreePort } from '../../bench/processes/free-port.ts';
import { waitUntil } from '../../bench/processes/wait-until.ts';
import type { Target } from '../clients/clients.ts';

export interface ServiceSetting {
  /** `null`: the embedded store. */
  readonly redisUrl: string | null;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How far the clock that it goes by is ahead of ours. */
  readonly clockAheadMs?: () => number;
  /** What the start waits for: that votes can be counted, or only that it answers. */
  readonly until?: 'ready' | 'alive';
}

/** The built service on a port of its own, which it keeps when it is started again. */
export interface Service extends Target {
  readonly port: number;
  start(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to end, and waits. @returns the exit code */
  stop(): Promise<number | null>;
  /** The last it said. */
  tail(): string;
}

const HOST = '127.0.0.1';
const CLI = resolve('dist/server/cli.js');
const START_DEADLINE_MS = 30_000;
/** One for all processes of a run, as they share stores. */
const SECRET = randomBytes(32).toString('hex');
let started = 0;

/** Starts `server-vote serve`, as in production but for the proxy, which is on this machine. */
export async function startService(
  place: { readonly processes: Processes; readonly folder: string },
  setting: ServiceSetting,
): Promise<Service> {
  const port = await findFreePort();
  const url = `http://${HOST}:${port}`;
  started += 1;
  const log = join(place.folder, `service-${started}.log`);
  let program: Program | null = null;

  async function start(): Promise<void> {
    program = await place.processes.start(process.execPath, {
      args: [CLI, 'serve'],
      env: { ...environmentOf(setting), PORT: `${port}` },
      log,
    });
    const probe = setting.until === 'alive' ? '/healthz' : '/readyz';
    const isUp = async () => (await fetch(`${url}${probe}`)).ok;
    await Promise.race([
      waitUntil(isUp, { what: `The service at ${url}`, deadlineMs: START_DEADLINE_MS }),
      program.failed,
    ]);
  }

  await start();
  return {
    url,
    port,
    clockAheadMs: setting.clockAheadMs ?? (() => 0),
    start,
    async kill() {
      program?.child.kill('SIGKILL');
      await program?.end();
    },
    async stop() {
      await program?.end();
      return program?.child.exitCode ?? null;
    },
    tail: () => program?.tail() ?? '',
  };
}

function environmentOf({ redisUrl, dataDir, env = {} }: ServiceSetting): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST,
    METRICS_PORT: 'off',
    REDIS_URL: redisUrl ?? '',
    DATA_DIR: dataDir,
    SECRET,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
    ...env,
  };
}
