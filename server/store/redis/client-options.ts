import type { ClusterOptions, RedisOptions } from 'ioredis';
import type { RedisAddress } from './redis-url.ts';
import { TlsConnector } from './tls-connector.ts';

/** A reply that takes longer counts as lost; together with one retry a call stays far below 1.5 s. */
const COMMAND_TIMEOUT_MS = 250;
/** A connection that says nothing for so long while a reply is due is dead. */
const SOCKET_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** A connection that hangs cannot be closed politely. */
const DISCONNECT_TIMEOUT_MS = 200;
const KEEP_ALIVE_MS = 10_000;
const LONGEST_RETRY_MS = 500;
/** How soon the move of a Cluster's slots is seen when no reply tells of it. */
const SLOTS_REFRESH_MS = 2_000;

/** The options of the driver without the one that changes the types of replies. */
export type PlainRedisOptions = Omit<RedisOptions, 'replyMapping'>;
export type PlainClusterOptions = Omit<ClusterOptions, 'redisOptions'> & {
  redisOptions: Omit<PlainRedisOptions, 'retryStrategy' | 'enableOfflineQueue'>;
};

/**
 * Settings of one connection. Nothing waits in a queue for Redis to come back and nothing is sent again by the driver: a
 * queued command would be sent long after its caller was told that it failed. The exceptions are repeated by store-call.ts.
 */
export function clientOptions(address: RedisAddress): PlainRedisOptions {
  const common: PlainRedisOptions = {
    username: address.username ?? undefined,
    password: address.password ?? undefined,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    keepAlive: KEEP_ALIVE_MS,
    connectionName: 'server-vote',
    retryStrategy: retryDelayMs,
    // A master that became a replica: the connection is made anew, by way of the sentinels where there are any.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...(address.tls ? { tls: {} } : {}),
  };
  const direct = address.tls ? { ...common, Connector: TlsConnector } : common;
  if (address.kind === 'single') return { ...direct, host: address.host, port: address.port, db: address.db };
  if (address.kind === 'cluster') return direct;
  return {
    ...common,
    sentinels: address.sentinels.map(({ host, port }) => ({ host, port })),
    name: address.masterName,
    db: address.db,
    sentinelUsername: address.sentinelLogin.username ?? undefined,
    sentinelPassword: address.sentinelLogin.password ?? undefined,
    sentinelCommandTimeout: 2 * COMMAND_TIMEOUT_MS,
    sentinelRetryStrategy: retryDelayMs,
    sentinelReconnectStrategy: () => SLOTS_REFRESH_MS,
    failoverDetector: true,
    enableTLSForSentinelMode: address.tls,
    ...(address.tls ? { sentinelTLS: {} } : {}),
  };
}

/** Settings of a Cluster. Its redirections are followed at once; all other faults come back to the caller. */
export function clusterOptions(address: RedisAddress): PlainClusterOptions {
  const { retryStrategy: _, enableOfflineQueue, lazyConnect, ...redisOptions } = clientOptions(address);
  return {
    redisOptions,
    enableOfflineQueue,
    lazyConnect,
    scaleReads: 'master',
    // A name stays a name, as the certificate has it; the socket looks it up, anew each time.
    dnsLookup: (address, callback) => callback(null, address),
    clusterRetryStrategy: retryDelayMs,
    maxRedirections: 4,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: 4 * COMMAND_TIMEOUT_MS,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
  };
}

function retryDelayMs(attempts: number): number {
  return Math.min(50 * attempts, LONGEST_RETRY_MS);
}
