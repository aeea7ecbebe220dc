import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Variables of a run. Nothing else of this process reaches the product but the search path. */
export type Env = Readonly<Record<string, string>>;

/** How a process ended: with a code, or by a signal. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The built command line, running. */
export interface ProductRun {
  readonly pid: number;
  /** Settles when it has ended and all it printed was read. */
  readonly exited: Promise<Exit>;
  hasExited(): boolean;
  stdout(): string;
  stderr(): string;
  /** Sends it a signal; nothing where it has ended. */
  signal(name: NodeJS.Signals): void;
  /** Sends a signal to it and to the processes it made, at once, as a terminal and some supervisors do. */
  signalGroup(name: NodeJS.Signals): void;
}

/** A command that has ended. */
export interface FinishedRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const CLI = fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url));

export interface Program {
  /** Path of the command line; left out: the built one. */
  readonly cli?: string;
  /** Options of Node itself. */
  readonly nodeArgs?: readonly string[];
  /** An open file that takes what it prints, which is then not read here. */
  readonly stdout?: number;
  /** The same for what it says to people. */
  readonly stderr?: number;
}

/** Starts `server-vote <args>`, by default from dist, as an operator does. It ends with this process at the latest. */
export function spawnProduct(args: readonly string[], env: Env, program: Program = {}): ProductRun {
  const { cli = CLI, nodeArgs = [] } = program;
  const child = spawn(process.execPath, [...nodeArgs, cli, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', program.stdout ?? 'pipe', program.stderr ?? 'pipe'],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${cli} could not be started`);
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  let [stdout, stderr] = ['', ''];
  let exit: Exit | null = null;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exited = once(child, 'close').then(([code, signal]): Exit => {
    process.removeListener('exit', endWithUs);
    exit = { code, signal };
    return exit;
  });
  return {
    pid,
    exited,
    hasExited: () => exit !== null,
    stdout: () => stdout,
    stderr: () => stderr,
    signal: (name) => void child.kill(name),
    signalGroup: (name) => void process.kill(-pid, name),
  };
}

/** Runs a command to its end. */
export async function finishProduct(args: readonly string[], env: Env): Promise<FinishedRun> {
  const run = spawnProduct(args, env);
  const { code } = await run.exited;
  return { code, stdout: run.stdout(), stderr: run.stderr() };
}
