import cluster from 'node:cluster';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import pino from 'pino';
import { type Config, type Environment, readConfig } from './config.ts';
import { runWorkers } from './operations/run-workers.ts';
import { createPagesRouter } from './pages/routes.ts';
import { startService } from './service.ts';

export interface RunOptions {
  readonly env: Environment;
  readonly demo: boolean;
}

/** A stop that takes longer has met a client that never ends; it is cut off. */
const STOP_LIMIT_MS = 15_000;

/**
 * Runs the service until SIGTERM or SIGINT, in as many processes as WORKERS says.
 *
 * @throws ConfigError, or the reason why it cannot start or go on.
 */
export async function runService({ env, demo }: RunOptions): Promise<void> {
  const config = readConfig(env, { demo, cores: availableParallelism() });
  const { logger, flush } = createLogger(config);
  const stopAsked = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]).then(() => 'stop');
  try {
    if (config.workers > 1 && cluster.isPrimary) await runWorkers({ ...config, logger, stopAsked });
    else await runOne(config, { logger, stopAsked });
  } finally {
    flush();
  }
}

async function runOne(
  config: Config,
  shell: { readonly logger: pino.Logger; readonly stopAsked: Promise<string> },
): Promise<void> {
  const { logger, stopAsked } = shell;
  const shared = config.workers > 1;
  const service = await startService({
    config: shared ? { ...config, metricsPort: null } : config,
    logger,
    nowMs: Date.now,
    openPages: async () => createPagesRouter({}),
  });
  logger.info({ port: service.port, store: service.stores.kind, demo: config.demo }, 'listening');
  try {
    const failure = await Promise.race([stopAsked, service.failed]);
    if (failure instanceof Error) throw failure;
  } finally {
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await service.stop();
    logger.info('stopped');
  }
}

/** Lines are gathered and written together; `flush` writes the last ones before the process ends. */
function createLogger(config: Config): { logger: pino.Logger; flush: () => void } {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 });
  const logger = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return { logger, flush: () => destination.flushSync() };
}
