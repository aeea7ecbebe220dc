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
/** A worker that dies this soon could not start at all. */
const STILLBORN_MS = 5000;

/**
 * Runs the service in several processes on one port, makes a new one for each that dies, and adds up their metrics.
 *
 * @throws when the first workers cannot start.
 */
export async function runWorkers(options: WorkersOptions): Promise<void> {
  const { logger, stopAsked } = options;
  let stopping = false;
  const ended = new Map<Worker, Promise<void>>();
  const failed = new Promise<never>((_resolve, reject) => {
    for (let count = 0; count < options.workers; count += 1) startWorker(reject);
  });

  function startWorker(giveUp: (reason: Error) => void): void {
    const startedAt = performance.now();
    const worker = cluster.fork();
    const end = new Promise<void>((resolve) => {
      worker.once('exit', (code, signal) => {
        ended.delete(worker);
        resolve();
        if (stopping) return;
        const young = performance.now() - startedAt < STILLBORN_MS;
        if (young && code !== 0 && signal === null)
          giveUp(new Error('A worker could not start; its message is above.'));
        else void replace(worker, giveUp);
      });
    });
    ended.set(worker, end);
  }

  async function replace(worker: Worker, giveUp: (reason: Error) => void): Promise<void> {
    logger.error({ worker: worker.id }, 'a worker died and is replaced');
    await delay(RESTART_DELAY_MS);
    if (!stopping) startWorker(giveUp);
  }

  const metrics = await openMetrics(options);
  try {
    await Promise.race([stopAsked, failed]);
  } finally {
    stopping = true;
    const ends = [...ended.values()];
    for (const worker of ended.keys()) worker.process.kill('SIGTERM');
    await Promise.all(ends);
    await metrics?.stop(0);
  }
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
