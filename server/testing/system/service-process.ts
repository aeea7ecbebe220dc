import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../free-port.ts';
import { type Env, type Exit, type ProductRun, type Program, spawnProduct } from './product-run.ts';

/** Something that answers at an address. */
export interface Target {
  readonly url: string;
}

/** A service in a process of its own. */
export interface ServiceProcess extends Target {
  readonly port: number;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** What it logged so far. Lines are written some time after what they tell of. */
  log(): LogLine[];
  stdout(): string;
  stderr(): string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to end, and waits until it has. */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<Exit>;
  /** The same, to it and its workers at once. */
  stopGroup(signal: 'SIGTERM' | 'SIGINT'): Promise<Exit>;
}

export interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly [member: string]: unknown;
}

export interface ServiceOptions extends Program {
  readonly env: Env;
  /** Added to `serve`. */
  readonly args?: readonly string[];
  /** Left out: a free one. */
  readonly port?: number;
  /** What is waited for: that votes can be counted, or only that it answers. */
  readonly until?: 'ready' | 'alive';
}

const START_DEADLINE_MS = 20_000;
const POLL_MS = 25;

/** Starts `serve` and waits for it. Takes another port when a free one is snatched away meanwhile. */
export async function startServiceProcess(options: ServiceOptions): Promise<ServiceProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await findFreePort());
    const run = spawnProduct(['serve', ...(options.args ?? [])], { PORT: String(port), ...options.env }, options);
    try {
      await waitUntilUp(run, `http://127.0.0.1:${port}/${options.until === 'alive' ? 'healthz' : 'readyz'}`);
      return describeProcess(run, port);
    } catch (error) {
      run.signal('SIGKILL');
      if (options.port !== undefined || attempt === 3 || !run.stderr().includes(`${port}`)) throw error;
    }
  }
}

function describeProcess(run: ProductRun, port: number): ServiceProcess {
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: run.pid,
    exited: run.exited,
    log: () => completeLines(run.stdout()),
    stdout: run.stdout,
    stderr: run.stderr,
    async kill() {
      run.signal('SIGKILL');
      await run.exited;
    },
    stop(signal = 'SIGTERM') {
      run.signal(signal);
      return run.exited;
    },
    stopGroup(signal) {
      run.signalGroup(signal);
      return run.exited;
    },
  };
}

/** A line that is being written is left out, and so are the words of demo mode, which are for people. */
function completeLines(text: string): LogLine[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.filter((line) => line.startsWith('{')).map((line): LogLine => JSON.parse(line));
}

async function waitUntilUp(run: ProductRun, probe: string): Promise<void> {
  let said = '';
  for (const deadline = Date.now() + START_DEADLINE_MS; Date.now() < deadline; ) {
    if (run.hasExited()) throw new Error(`The service ended at its start: ${run.stderr()}${run.stdout()}`);
    try {
      const answer = await fetch(probe, { signal: AbortSignal.timeout(2000) });
      said = await answer.text();
      if (answer.ok) return;
    } catch (error) {
      said = String(error);
    }
    await delay(POLL_MS);
  }
  throw new Error(`${probe} was not up within ${START_DEADLINE_MS} ms: ${said} ${run.stderr()}${run.stdout()}`);
}
