import cluster from 'node:cluster';
import { writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import express, { type Router } from 'express';
import type { Logger } from 'pino';
import { type SeededDemo, seedDemo } from './accounts/seed-demo.ts';
import { type Config, ConfigError, type Environment, readConfig } from './config.ts';
import { listen } from './http/listen.ts';
import { createLogger } from './operations/create-logger.ts';
import { runWorkers, shareMetrics } from './operations/run-workers.ts';
import { createPagesRouter } from './pages/routes.ts';
import { createSiteProxy } from './proxy.ts';
import { type OpenedForPages, startService } from './service.ts';

export interface RunOptions {
  readonly env: Environment;
  readonly demo: boolean;
}

export interface ProxyRunOptions {
  readonly env: Environment;
  /** Origin of the voting service. */
  readonly upstream: string;
  /** Origins whose pages may use the proxy; empty: those of the host it is reached by. */
  readonly origins: readonly string[];
}

/** Seen from the built file, the folder of the project. */
const DEMO_CONTENT = fileURLToPath(new URL('../../demo/content', import.meta.url));
/** A stop that takes longer has met a client that never ends; it is cut off. */
const STOP_LIMIT_MS = 15_000;
/** What an operator calls the options of the proxy. */
const SETTINGS: Readonly<Record<string, string>> = {
  upstream: '--upstream',
  voteKey: 'VOTE_KEY',
  userKey: 'USER_KEY',
  origins: '--origin',
};
/** What the log takes from the process. */
const OF_PROCESS = {
  nowMs: Date.now,
  onExit: (listener: () => void) => void process.once('exit', listener),
  onFault: (error: unknown) => void tellPerson(`The log cannot be written to stdout: ${error}\n`),
};
/** How long the proxy keeps silent connections open for one more request. */
const DRAIN_MS = 1000;

/**
 * Runs the service until SIGTERM or SIGINT, in as many processes as WORKERS says.
 *
 * @throws ConfigError, or the reason why it cannot start or go on.
 */
export async function runService({ env, demo }: RunOptions): Promise<void> {
  const config = readConfig(env, { demo, cores: availableParallelism() });
  const { logger, flush } = createLogger(config.logLevel, { ...OF_PROCESS, isShared: config.workers > 1 });
  const stopAsked = nextStop();
  try {
    if (config.workers > 1 && cluster.isPrimary) await runWorkers({ ...config, logger, stopAsked });
    else await runOne(config, { logger, stopAsked });
  } finally {
    flush();
    // The channel to its parent would keep a worker alive.
    cluster.worker?.disconnect();
  }
}

/**
 * Runs the proxy of a website of its own until SIGTERM or SIGINT. The key is in VOTE_KEY, since arguments can be seen by others.
 *
 * @throws ConfigError or TypeError with the setting that is wrong.
 */
export async function runProxy({ env, upstream, origins }: ProxyRunOptions): Promise<void> {
  const config = readConfig(env);
  const { logger, flush } = createLogger(config.logLevel, { ...OF_PROCESS, isShared: false });
  const stopAsked = nextStop();
  const app = express();
  app.disable('x-powered-by');
  app.use(createProxyRouter({ env, upstream, origins }, logger));
  try {
    const listener = await listen(app, config);
    logger.info({ port: listener.port, upstream, pid: process.pid }, 'listening');
    await stopAsked;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await listener.stop(DRAIN_MS);
  } finally {
    flush();
  }
}

function createProxyRouter({ env, upstream, origins }: ProxyRunOptions, logger: Logger): Router {
  try {
    return createSiteProxy({
      upstream,
      voteKey: env.VOTE_KEY ?? '',
      ...(env.USER_KEY ? { userKey: env.USER_KEY } : {}),
      ...(origins.length === 0 ? {} : { origins }),
      ...(env.TRUST_PROXY ? { trustProxy: env.TRUST_PROXY } : {}),
      onFault: (message) => logger.warn(message),
    });
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const message = cause.message.replace(/^\w+/, (option) => SETTINGS[option] ?? option);
    throw new ConfigError(message, { cause });
  }
}

/**
 * Resolves when the operator, or whatever runs this process, wants it to end. The signals are listened to until the end:
 * a second one, as a group of processes or an impatient supervisor sends it, would otherwise cut off what is being answered.
 */
function nextStop(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve('stop'));
  });
}

async function runOne(
  config: Config,
  shell: { readonly logger: Logger; readonly stopAsked: Promise<string> },
): Promise<void> {
  const { logger, stopAsked } = shell;
  const shared = config.workers > 1;
  const service = await startService({
    config: shared ? { ...config, metricsPort: null } : config,
    logger,
    nowMs: Date.now,
    openPages: (opened) => openPages(config, opened),
  });
  if (shared) shareMetrics(service.metrics.registry);
  logger.info({ port: service.port, store: service.stores.kind, demo: config.demo, pid: process.pid }, 'listening');
  try {
    const failure = await Promise.race([stopAsked, service.failed]);
    if (failure instanceof Error) throw failure;
  } finally {
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await service.stop();
    logger.info('stopped');
  }
}

/** Demo mode fills its store first, and shows what is in it. */
async function openPages(config: Config, { stores, sites, limit }: OpenedForPages): Promise<Router> {
  const { publicUrl, cooldownMs } = config;
  const embed = { publicUrl, sites, limit, nowMs: Date.now };
  if (!config.demo) return createPagesRouter({ embed });
  const seeded = await seedDemo({ stores, publicUrl, contentDir: DEMO_CONTENT, nowMs: Date.now() });
  greet(publicUrl, seeded);
  const { site, servers, neighbour } = seeded;
  const demo = { site, servers, neighbour, cooldownMs, origin: publicUrl };
  return createPagesRouter({ embed, demo });
}

/** Tells it on stderr, which may be as full, or as little read, as stdout is. @returns whether it could. */
function tellPerson(text: string): boolean {
  try {
    return writeSync(2, text) > 0;
  } catch {
    return false;
  }
}

/** What a person at the terminal should read goes to stderr, beside the log on stdout. */
function greet(publicUrl: string, { keys, site }: SeededDemo): void {
  const embed = `  Embed page     ${publicUrl}/embed?site=${site}`;
  const lines = ['', `  Demo page      ${publicUrl}/`, embed, `  API reference  ${publicUrl}/docs`, ''];
  if (keys !== null) {
    lines.push('  The keys of the demo account, shown this once:', '');
    lines.push(`    export VOTE_KEY=${keys.vote}`, `    export USER_KEY=${keys.user}`, '');
  }
  tellPerson(`${lines.join('\n')}\n`);
}
