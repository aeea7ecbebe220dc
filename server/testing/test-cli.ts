import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { CommandIo, CommandServices } from '../commands/command-io.ts';
import { runCli } from '../commands/run-cli.ts';
import { openStores } from '../store/open-stores.ts';
import type { Stores } from '../store/stores.ts';
import { loadPepper } from '../vote/pepper.ts';

export interface CliOptions {
  readonly env?: Record<string, string>;
  /** What somebody types; `null` for a standard input that is no terminal. */
  readonly typed?: string | null;
  /** Are stdout and stderr a terminal? */
  readonly terminal?: boolean;
  readonly now?: () => number;
  readonly serve?: CommandServices['serve'];
  readonly proxy?: CommandServices['proxy'];
}

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line over an embedded store in a folder of its own. */
export interface TestCli {
  readonly folder: string;
  readonly dataDir: string;
  run(args: readonly string[], options?: CliOptions): Promise<CliResult>;
  /** Runs with `--json`, and expects success. */
  json(args: readonly string[], options?: CliOptions): Promise<Record<string, unknown>>;
  /** What the commands have stored, or a store for them to find. Closed with the rest. */
  withStores<Result>(work: (stores: Stores) => Promise<Result>, clock?: () => number): Promise<Result>;
  close(): Promise<void>;
}

/** Makes a folder and a command line on it. `env` goes to every run. */
export async function createTestCli(env: Record<string, string> = {}): Promise<TestCli> {
  const folder = await mkdtemp(join(tmpdir(), 'server-vote-cli-'));
  const dataDir = join(folder, 'data');
  const run = (args: readonly string[], options: CliOptions = {}) =>
    runOnce(args, { ...options, env: { DATA_DIR: dataDir, ...env, ...options.env } });
  return {
    folder,
    dataDir,
    run,
    json: async (args, options) => {
      const { code, stdout, stderr } = await run([...args, '--json'], options);
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    withStores: async (work, clock) => {
      const stores = await openStores({
        redisUrl: env.REDIS_URL ?? null,
        dataDir,
        voteLogDays: 90,
        housekeeping: false,
        ...(clock && { clock }),
        onWarning: () => undefined,
      });
      try {
        return await work(stores);
      } finally {
        await stores.close();
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function runOnce(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const terminal = options.terminal ?? false;
  const [stdout, stderr] = [terminalStream(terminal), terminalStream(terminal)];
  const io: CommandIo = {
    stdin: Readable.from(options.typed ? [options.typed] : []),
    stdout,
    stderr,
    terminal: {
      stdin: typeof options.typed === 'string',
      stdout: terminal,
      stderr: terminal || typeof options.typed === 'string',
    },
    env: options.env ?? {},
    now: options.now ?? Date.now,
    version: '1.2.3',
    services: {
      serve: options.serve ?? (() => Promise.reject(new Error('this test runs no service'))),
      proxy: options.proxy ?? (() => Promise.reject(new Error('this test runs no proxy'))),
      readFingerprints: async (config) => (await loadPepper(config)).fingerprints,
    },
  };
  const printed = Promise.all([text(stdout), text(stderr)]);
  const code = await runCli(args, io);
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, stdout: out, stderr: err };
}

function terminalStream(isTerminal: boolean): PassThrough {
  return Object.assign(new PassThrough(), { isTTY: isTerminal, columns: 80 });
}
