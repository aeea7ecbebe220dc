import { SecretMismatchError } from '../store-errors.ts';
import type { Stores } from '../stores.ts';
import { createArchive } from './archive.ts';
import { openChangeFeed } from './change-feed.ts';
import { openConnection, type RedisConnection } from './connection.ts';
import { openRedisContent } from './content-store.ts';
import { createDirectoryStore } from './directory-store.ts';
import { checkRedisHealth } from './health.ts';
import { SECRET_KEY } from './keys.ts';
import { createLimiterChannel } from './limiter-channel.ts';
import { parseRedisUrl } from './redis-url.ts';
import { createSkewWatch } from './skew-watch.ts';
import { openStoreGuard } from './store-guard.ts';
import { createVoteStore } from './vote-store.ts';

/** The part of StoreOptions that this store needs. */
export interface RedisStoreOptions {
  readonly redisUrl: string;
  readonly voteLogDays: number;
  readonly clock?: () => number;
  readonly appClock?: () => number;
  readonly onWarning: (message: string, cause?: unknown) => void;
}

const DAY_MS = 86_400_000;

/**
 * Opens the stores on Redis: one node, behind Sentinel, or a Cluster. Resolves also while Redis is away; calls reject with
 * StoreUnavailableError then, until Redis is there.
 *
 * @throws Error that says what is right when the URL is not.
 */
export async function openRedisStores(options: RedisStoreOptions): Promise<Stores> {
  const address = parseRedisUrl(options.redisUrl);
  const warn = options.onWarning;
  const connection = await openConnection(address, warn);
  const guard = await openStoreGuard(connection, warn);
  const feed = await openChangeFeed({ address, connection, warn });
  const storeClock = options.clock ?? null;
  const appClock = options.clock ?? options.appClock ?? Date.now;
  const skew = createSkewWatch({ connection, appClock: storeClock === null ? appClock : null, warn });
  const logKeptMs = options.voteLogDays * DAY_MS;
  const votes = createVoteStore({
    connection,
    storeClock,
    appClock,
    logKeptMs,
    requireSafety: guard.requireSafety,
    onSkew: skew.see,
  });
  const directory = createDirectoryStore(connection, feed);
  const opened = openRedisContent(connection);
  feed.onContent(opened.noteChange);
  return {
    kind: 'redis',
    votes,
    directory,
    content: opened.content,
    limiter: createLimiterChannel(connection),
    archive: createArchive({ connection, directory, votes, nowMs: appClock, logKeptMs }),
    checkHealth: () => checkRedisHealth({ connection, guard, readSkew: skew.read }),
    claimSecret: (fingerprints) => claimSecret(connection, fingerprints),
    async close() {
      guard.close();
      await opened.close();
      await connection.close();
      feed.close();
    },
  };
}

async function claimSecret({ client, run }: RedisConnection, fingerprints: readonly string[]): Promise<void> {
  if (fingerprints.length === 0) throw new Error('claimSecret needs the fingerprint of a secret');
  if ((await run(() => client.claimSecret(1, SECRET_KEY, ...fingerprints))) === 1) return;
  throw new SecretMismatchError(
    'The votes in this Redis were counted under another SECRET, so every voter could vote twice: ' +
      'start with that SECRET, or with SECRET=new,old for one cooldown to replace it.',
  );
}
