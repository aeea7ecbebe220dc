import type { RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { createDirectoryCache } from './accounts/directory-cache.ts';
import { createKeyFinder } from './accounts/key-finder.ts';
import { createApp } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import { DataFolderError } from './data-folder.ts';
import { createAbuseLimits } from './http/abuse-limit.ts';
import { createClientIp } from './http/client-ip.ts';
import { type Listener, listen } from './http/listen.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { tellOf } from './http/request-log.ts';
import { claimSecret, type SecretClaim } from './operations/claim-secret.ts';
import { listenForMetrics } from './operations/listen-for-metrics.ts';
import { type HealthWatch, watchHealth } from './operations/watch-health.ts';
import { createSiteView, type SiteView } from './sites/site-view.ts';
import type { DirectoryReader } from './store/directory-reader.ts';
import { openStores, type StoreOptions } from './store/open-stores.ts';
import { StoreAddressError } from './store/store-errors.ts';
import type { StoreHealth, Stores } from './store/stores.ts';
import { guardVotes } from './vote/guard-votes.ts';
import { loadPepper, type Pepper } from './vote/pepper.ts';
import { describeSign, watchVotes } from './vote/watch-votes.ts';

export interface ServiceOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** The wall clock in milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Replaces the store's own clock. For tests. */
  readonly storeClock?: () => number;
  /** Makes the pages once the store is open; demo mode fills the store there. */
  readonly openPages: (opened: OpenedForPages) => Promise<Router>;
}

/** What pages are made of. */
export interface OpenedForPages {
  readonly stores: Stores;
  readonly sites: SiteView;
  /** What one reader of pages that ask the store may ask for in a minute. */
  readonly limit: RequestHandler;
}

/** A running service. */
export interface Service {
  readonly port: number;
  readonly stores: Stores;
  readonly metrics: Metrics;
  /** Resolves with the reason when the service cannot go on: the store belongs to another SECRET. */
  readonly failed: Promise<unknown>;
  /** Answers what is under way and what still arrives on open connections, then lets go of everything. */
  stop(): Promise<void>;
}

/** How long a silent keep-alive connection is kept open for one more request after the stop was asked for. */
const DRAIN_MS = 1000;
/** One change on the embed page asks for seven. */
const PAGE_READS_A_MINUTE = 600;

interface Opened {
  readonly stores: Stores;
  readonly pepper: Pepper;
  readonly metrics: Metrics;
  readonly health: HealthWatch;
  readonly claim: SecretClaim;
}

/** Opens the store, mounts the app and listens. A Redis that is down is waited for while the service already answers. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, logger } = options;
  const opened = await open(options);
  let stopping = false;
  const { stores, metrics, claim } = opened;
  let metricsListener: Listener | null = null;
  try {
    await claim.first;
    const directory = createDirectoryCache(stores.directory, options.nowMs);
    const sites = createSiteView({ directory, votes: stores.votes, content: stores.content });
    const pages = await options.openPages({ stores, sites, limit: limitReaders(options) });
    const app = appOf(options, opened, { pages, directory, isStopping: () => stopping });
    metricsListener = await openMetrics(config, metrics);
    const onBrokenRequest = tellOf(metrics, logger);
    const listener = await listen(app, { port: config.port, host: config.host, onBrokenRequest });
    void opened.health.current();
    return {
      port: listener.port,
      stores,
      metrics,
      failed: claim.failed,
      async stop() {
        stopping = true;
        logger.info('stopping: answering what is under way');
        await Promise.all([listener.stop(DRAIN_MS), metricsListener?.stop(0)]);
        await release(opened);
      },
    };
  } catch (error) {
    await metricsListener?.stop(0);
    await release(opened);
    throw error;
  }
}

function limitReaders({ config, nowMs }: ServiceOptions): RequestHandler {
  const clientIp = createClientIp(config);
  return createAbuseLimits(nowMs)(PAGE_READS_A_MINUTE, (req) => clientIp.labelOf(req));
}

async function open({ config, logger, nowMs, storeClock }: ServiceOptions): Promise<Opened> {
  const { pepper, stores } = await openData(config, {
    ...(storeClock === undefined ? {} : { clock: storeClock }),
    appClock: nowMs,
    onWarning: (message, cause) => logger.warn({ err: cause }, message),
  });
  const metrics = createMetrics();
  const claim = claimSecret(stores, pepper.fingerprints);
  const health = watchHealth({ checkHealth: () => checkHealth(stores, claim) }, nowMs, reportHealth(logger, metrics));
  return { pepper, stores, metrics, health, claim };
}

/** A store that did not take the secret yet counts no votes, however well it is. */
async function checkHealth(stores: Stores, claim: SecretClaim): Promise<StoreHealth> {
  const health = await stores.checkHealth();
  const fault = claim.fault();
  if (claim.isClaimed() || !health.ready) return health;
  return { ...health, ready: false, notes: fault === null ? health.notes : [...health.notes, fault] };
}

async function openData(
  config: Config,
  options: Pick<StoreOptions, 'clock' | 'appClock' | 'onWarning'>,
): Promise<Pick<Opened, 'pepper' | 'stores'>> {
  const { redisUrl, dataDir, voteLogDays } = config;
  try {
    const pepper = await loadPepper(config);
    return { pepper, stores: await openStores({ redisUrl, dataDir, voteLogDays, housekeeping: true, ...options }) };
  } catch (error) {
    if (error instanceof StoreAddressError) {
      throw new ConfigError(`REDIS_URL is not valid: ${error.message}`, { cause: error });
    }
    throw error instanceof DataFolderError ? new ConfigError(error.message, { cause: error }) : error;
  }
}

function appOf(
  options: ServiceOptions,
  opened: Opened,
  shell: { pages: Router; directory: DirectoryReader; isStopping: () => boolean },
) {
  const { config, logger, nowMs } = options;
  const { stores, pepper, metrics, health, claim } = opened;
  return createApp({
    config,
    logger,
    nowMs,
    pepper,
    metrics,
    health,
    content: stores.content,
    limiter: stores.limiter,
    votes: watchVotes(guardVotes(stores.votes, claim.isClaimed), (sign) => {
      metrics.countSign(sign.kind);
      logger.warn('keyId' in sign ? { keyId: sign.keyId } : {}, describeSign(sign));
    }),
    findKey: createKeyFinder(shell.directory, nowMs),
    ...shell,
  });
}

async function release({ health, claim, stores }: Opened): Promise<void> {
  health.stop();
  claim.stop();
  await stores.close();
}

function openMetrics(config: Config, metrics: Metrics): Promise<Listener> | null {
  if (config.metricsPort === null || config.metricsPort === config.port) return null;
  return listenForMetrics(metrics.registry, { port: config.metricsPort, host: config.host ?? '127.0.0.1' });
}

/** Sets the gauges at each look, and logs only what changed. */
function reportHealth(logger: Logger, metrics: Metrics): (health: StoreHealth) => void {
  let said = '';
  return (health) => {
    metrics.setHealth(health);
    const notes = health.notes.join(' ');
    if (notes === said) return;
    said = notes;
    if (health.ready) logger.info({ notes: health.notes }, 'the store is ready');
    else logger.warn({ notes: health.notes }, 'votes cannot be counted');
  };
}
