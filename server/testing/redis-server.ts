import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from './free-port.ts';

export interface RedisServerOptions {
  readonly password?: string;
  /** Writes every change to disk before it is answered. */
  readonly appendOnly?: boolean;
  /** As in redis.conf, such as `3mb`. */
  readonly maxMemory?: string;
  readonly maxMemoryPolicy?: string;
  /** Makes it a sentinel with this configuration, which it rewrites as it goes. */
  readonly sentinel?: string;
  /** More arguments of redis-server, such as `['--cluster-enabled', 'yes']`. */
  readonly args?: readonly string[];
}

/** A real redis-server of a test: its own port and folder, nothing kept unless the test asks for it. */
export interface RedisServer {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Starts it again on the same port and folder, and waits until it answers. */
  start(): Promise<void>;
  /** Ends it as an operator would. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Lets it hang with its connections open. */
  pause(): void;
  resume(): void;
  /** Sends one command and gives the answer as redis-cli prints it. Rejects on an error reply. */
  command(...words: string[]): Promise<string>;
  /** Ends it and takes its folder away. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const START_DEADLINE_MS = 20_000;
const run = promisify(execFile);

/** Starts a redis-server and waits until it answers. Takes another port when one is snatched away meanwhile. */
export function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  return startChosen(() => Promise.resolve(options));
}

/** As `startRedisServer`, for one that needs further ports: what names them is chosen anew with each try. */
export async function startChosen(choose: () => Promise<RedisServerOptions>): Promise<RedisServer> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await prepareRedisServer(await choose());
    try {
      await server.start();
      return server;
    } catch (error) {
      await server.close();
      if (attempt === 3) throw error;
    }
  }
}

/** Chooses port and folder for a server that is not started yet. */
export async function prepareRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), 'server-vote-redis-'));
  const auth = options.password === undefined ? '' : `:${encodeURIComponent(options.password)}@`;
  let child: ChildProcess | null = null;

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const exited = once(ending, 'exit');
    ending.kill('SIGCONT');
    ending.kill(signal);
    await exited;
  }

  async function command(...words: string[]): Promise<string> {
    const secret = options.password === undefined ? [] : ['-a', options.password, '--no-auth-warning'];
    const { stdout } = await run('redis-cli', ['-h', HOST, '-p', String(port), ...secret, '-e', ...words]);
    return stdout.trimEnd();
  }

  return {
    host: HOST,
    port,
    url: `redis://${auth}${HOST}:${port}`,
    async start() {
      if (child !== null) return;
      const words =
        options.sentinel === undefined
          ? argumentsOf(options)
          : [await writeSentinelFile(folder, options.sentinel), '--sentinel'];
      child = spawnRedis([...words, '--port', String(port), '--bind', HOST, '--dir', folder]);
      await waitUntilReady(child, command);
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    command,
    async close() {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function writeSentinelFile(folder: string, text: string): Promise<string> {
  const path = join(folder, 'sentinel.conf');
  await writeFile(path, text);
  return path;
}

function argumentsOf(options: RedisServerOptions): string[] {
  const words = ['--save', '', '--daemonize', 'no', '--enable-debug-command', 'yes', '--loglevel', 'warning'];
  if (options.password !== undefined) words.push('--requirepass', options.password);
  if (options.appendOnly === true) words.push('--appendonly', 'yes', '--appendfsync', 'always');
  if (options.maxMemory !== undefined) words.push('--maxmemory', options.maxMemory);
  if (options.maxMemoryPolicy !== undefined) words.push('--maxmemory-policy', options.maxMemoryPolicy);
  return [...words, ...(options.args ?? [])];
}

/** A server that outlives the test run would hold its port and memory, so it ends with this process, however that ends. */
function spawnRedis(words: readonly string[]): ChildProcess {
  const child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid === undefined) return child;
  // Its input closes when this process is gone, killed or not; of another session, it is not killed along.
  const watchdog = spawn('sh', ['-c', `cat > /dev/null; kill -9 ${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.unref();
  child.once('exit', () => watchdog.kill('SIGKILL'));
  return child;
}

async function waitUntilReady(child: ChildProcess, command: (...words: string[]) => Promise<string>): Promise<void> {
  let said = '';
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  let failure: unknown = null;
  child.once('error', (error) => {
    failure = error;
  });
  for (const deadline = Date.now() + START_DEADLINE_MS; Date.now() < deadline; ) {
    if (failure !== null) throw new Error('redis-server could not be started; is it installed?', { cause: failure });
    if (child.exitCode !== null) throw new Error(`redis-server ended at once: ${said}`);
    try {
      if ((await command('PING')) === 'PONG') return;
    } catch (error) {
      said += String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`redis-server did not answer within ${START_DEADLINE_MS} ms: ${said}`);
}
