import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Listener } from '../http/listen.ts';
import { listenForMetrics } from './listen-for-metrics.ts';

export interface WorkersOptions {
  /** How many processes. */
  readonly workers: number;
  /** `null`: no metrics. */
  readonly metricsPort: number | null;
  readonly host: string | null;
  readonly logger: Logger;
  /** Resolves when the service is to stop. */
  readonly stopAsked: Promise<string>;
}

const RESTART_DELAY_MS = 1000;
/** A worker that fails this soon could not start at all. */
const STILLBORN_MS = 5000;
/** Longer than a worker gives itself. One that is still there hangs, and a second signal would not end this process either. */
const CUT_OFF_MS = 20_000;

/**
 * Runs the service in several processes on one port, makes a new one for each that dies, and adds up their metrics.
 *
 * @throws when the workers cannot start.
 */
export async function runWorkers(options: WorkersOptions): Promise<void> {
  const { stopAsked } = options;
  const metrics = await openMetrics(options);
  const crew = createCrew(options.logger);
  try {
    // The first starts alone, so that what is wrong is said once.
    if ((await Promise.race([stopAsked, crew.failed, crew.start()])) === 'listening') {
      for (let count = 1; count < options.workers; count += 1) void crew.start();
      await Promise.race([stopAsked, crew.failed]);
    }
  } finally {
    await crew.stop();
    await metrics?.stop(0);
  }
}

/** The workers of this process. */
interface Crew {
  /** Makes one more. Resolves when it listens, and never if it cannot. */
  start(): Promise<'listening'>;
  /** Rejects when a worker could not start and no other is there. */
  readonly failed: Promise<never>;
  /** Lets each answer what is under way, and end. */
  stop(): Promise<void>;
}

function createCrew(logger: Logger): Crew {
  const ends = new Map<Worker, Promise<void>>();
  let stopping = false;
  let giveUp: (reason: Error) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });

  function start(): Promise<'listening'> {
    const startedAt = performance.now();
    const worker = cluster.fork();
    const end = new Promise<void>((resolve) => {
      worker.once('exit', (code) => {
        ends.delete(worker);
        resolve();
        const stillborn = code > 0 && performance.now() - startedAt < STILLBORN_MS;
        if (stillborn && ends.size === 0) giveUp(new Error('A worker could not start; its message is above.'));
        else if (!stopping) void replace(worker);
      });
    });
    ends.set(worker, end);
    return new Promise((resolve) => worker.once('listening', () => resolve('listening')));
  }

  async function replace(worker: Worker): Promise<void> {
    logger.error({ worker: worker.process.pid }, 'a worker died and is replaced');
    await delay(RESTART_DELAY_MS);
    if (!stopping) void start();
  }

  return {
    start,
    failed,
    async stop() {
      stopping = true;
      const killAll = (signal: NodeJS.Signals) => {
        for (const worker of ends.keys()) worker.process.kill(signal);
      };
      killAll('SIGTERM');
      const cutOff = setTimeout(killAll, CUT_OFF_MS, 'SIGKILL');
      await Promise.all(ends.values());
      clearTimeout(cutOff);
    },
  };
}

/** Lets the parent of this worker ask it for its metrics. */
export function shareMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  // Making one is what makes this process answer.
  new AggregatorRegistry();
}

function openMetrics({ metricsPort, host }: WorkersOptions): Promise<Listener> | null {
  if (metricsPort === null) return null;
  const registry = new AggregatorRegistry();
  const together = { contentType: registry.contentType, metrics: () => registry.clusterMetrics() };
  return listenForMetrics(together, { port: metricsPort, host: host ?? '127.0.0.1' });
}
