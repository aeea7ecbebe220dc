import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Processes, Program } from '../../bench/processes/child-processes.ts';
import { findFreePort } from '../../bench/processes/free-port.ts';
import { waitUntil } from '../../bench/processes/wait-until.ts';

export interface RedisSetting {
  /** Added to what every server here gets. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Left out: one of its own in the folder of the scenario. */
  readonly dir?: string;
  /** A file of its own configuration, as sentinels have and rewrite. */
  readonly configFile?: string;
}

/** A redis-server on a port of its own, which it keeps, with its data, when it is started again. */
export interface RedisServer {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Starts it, and waits until it answers and has read its data. */
  start(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Lets it hang with its connections open. */
  freeze(): void;
  thaw(): void;
  /** Sends one command. Rejects on an error reply. */
  command(name: string, ...words: (string | number)[]): Promise<unknown>;
  /** INFO, as text. */
  info(section: string): Promise<string>;
}

/** Every write is on the disk before it is answered. */
export const FLUSHED_AT_ONCE = ['--appendonly', 'yes', '--appendfsync', 'always'];

const HOST = '127.0.0.1';
const START_DEADLINE_MS = 20_000;
let started = 0;

export async function startRedis(
  place: { readonly processes: Processes; readonly folder: string },
  setting: RedisSetting = {},
): Promise<RedisServer> {
  const port = await findFreePort();
  started += 1;
  const name = `redis-${started}`;
  const dir = setting.dir ?? join(place.folder, name);
  mkdirSync(dir, { recursive: true });
  const config = setting.configFile === undefined ? ['--save', ''] : [setting.configFile, '--sentinel'];
  const args = [...config, '--port', `${port}`, '--bind', HOST, '--dir', dir, ...(setting.args ?? [])];
  let program: Program | null = null;
  let client: Redis | null = null;

  async function end(signal: NodeJS.Signals): Promise<void> {
    client?.disconnect();
    client = null;
    program?.child.kill('SIGCONT');
    program?.child.kill(signal);
    await program?.end();
  }

  async function command(word: string, ...words: (string | number)[]): Promise<unknown> {
    if (client === null) throw new Error(`${name} does not run.`);
    return client.call(word, ...words);
  }

  async function start(): Promise<void> {
    const log = join(place.folder, `${name}.log`);
    program = await place.processes.start('redis-server', { args, env: setting.env ?? {}, log });
    const own = connect(port);
    client = own;
    // It would look for a server that has ended for ever.
    program.child.once('exit', () => own.disconnect());
    const isUp = async () => (await command('PING')) === 'PONG';
    await Promise.race([waitUntil(isUp, { what: name, deadlineMs: START_DEADLINE_MS }), program.failed]);
  }

  await start();
  return {
    host: HOST,
    port,
    url: `redis://${HOST}:${port}`,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => void program?.child.kill('SIGSTOP'),
    thaw: () => void program?.child.kill('SIGCONT'),
    command,
    info: async (section) => String(await command('INFO', section)),
  };
}

/** Fails at once while the server is away, since what waited would be sent at a time that no scenario means. */
function connect(port: number): Redis {
  const client = new Redis({
    host: HOST,
    port,
    retryStrategy: () => 50,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
  });
  // Until the server listens there is an error a try, and `start` is what gives up.
  client.on('error', () => undefined);
  return client;
}
