import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What is told of the last that a program said. */
const TAIL_BYTES = 1_500;

export interface ProgramOptions {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** File that takes what the program says. */
  readonly log: string;
  /** Opens a channel for messages, for programs of the bench. */
  readonly ipc?: boolean;
}

/** A running program. */
export interface Program {
  readonly pid: number;
  readonly child: ChildProcess;
  /** The last it said. */
  tail(): string;
  /** Stops it, and the processes it started, where they are: they take no processor time until they may go on. */
  hold(): void;
  goOn(): void;
  /** Ends it by SIGTERM and waits; by SIGKILL when it does not end. */
  end(): Promise<void>;
  /** Rejects as soon as it has ended by itself, with the last it said. Never resolves. */
  readonly failed: Promise<never>;
}

/** The programs of a run: none of them outlives it, and nothing else is ever ended. */
export interface Processes {
  start(command: string, options: ProgramOptions): Promise<Program>;
  /** Ends whatever still runs. */
  close(): Promise<void>;
}

const END_DEADLINE_MS = 10_000;

export function openProcesses(): Processes {
  const running = new Set<Program>();
  const killAll = () => {
    for (const { pid, child } of running) if (isAlive(child)) process.kill(-pid, 'SIGKILL');
  };
  process.once('exit', killAll);

  return {
    async start(command, options) {
      const program = await spawnProgram(command, options);
      running.add(program);
      program.child.once('exit', () => running.delete(program));
      return program;
    },
    async close() {
      await Promise.all([...running].map((program) => program.end()));
      process.removeListener('exit', killAll);
    },
  };
}

async function spawnProgram(command: string, options: ProgramOptions): Promise<Program> {
  const log = openSync(options.log, 'a');
  const child = spawn(command, options.args, {
    stdio: ['ignore', log, log, ...(options.ipc === true ? (['ipc'] as const) : [])],
    // A group of its own, so that it can be held together with the processes it starts.
    detached: true,
    // What else is set in this shell, such as WORKERS, is not to decide what is measured.
    env: { PATH: process.env.PATH, ...options.env },
  });
  closeSync(log);
  try {
    await once(child, 'spawn');
  } catch (cause) {
    throw new Error(`${command} could not be started; is it installed?`, { cause });
  }
  let isEnding = false;
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (!isEnding) reject(new Error(`${command} ended with ${code ?? signal}: ${tailOf(options.log)}`));
    });
  });
  // Whoever waits for the program races against this; a program that nobody waits for must not end the bench.
  failed.catch(() => undefined);
  const pid = child.pid ?? 0;
  return {
    pid,
    child,
    failed,
    tail: () => tailOf(options.log),
    hold: () => void process.kill(-pid, 'SIGSTOP'),
    goOn: () => void process.kill(-pid, 'SIGCONT'),
    async end() {
      isEnding = true;
      if (!isAlive(child)) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      // One that is held would not see it, nor would the processes that it started.
      process.kill(-pid, 'SIGCONT');
      const timer = setTimeout(() => child.kill('SIGKILL'), END_DEADLINE_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Read from the end: a log of many rounds is longer than a text may be. */
function tailOf(log: string): string {
  const file = openSync(log, 'r');
  const { size } = fstatSync(file);
  const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
  const count = readSync(file, bytes, 0, bytes.length, size - bytes.length);
  closeSync(file);
  return bytes.toString('utf8', 0, count).trim();
}
