import { Redis } from 'ioredis';
import { clientOptions } from './client-options.ts';
import type { RedisAddress } from './redis-url.ts';

export interface Subscription {
  readonly channel: string;
  /** Is Redis there, so that the opening may wait for the subscription? */
  readonly isExpected: boolean;
  readonly onMessage: (message: string) => void;
  /** Called each time the subscription has come to be. */
  readonly onSubscribed: () => void;
}

/** How often the connection is asked for a sign of life; a dead one is noticed by the reply that does not come. */
const PING_EVERY_MS = 5_000;
const NEXT_NODE_MS = 100;
const FIRST_SUBSCRIPTION_MS = 1_000;

/** Keeps one subscribed connection. Every node of a Cluster passes every message on, so any one of them will do. */
export async function openSubscriber(address: RedisAddress, subscription: Subscription): Promise<{ close(): void }> {
  const nodes = address.kind === 'cluster' ? address.nodes : [];
  let attempts = 0;
  let isClosed = false;
  let onFirst: (() => void) | null = null;
  let current = connect();

  function connect(): Redis {
    const node = nodes[attempts % nodes.length];
    attempts += 1;
    const options = { ...clientOptions(address), connectionName: 'server-vote-changes' };
    const redis = new Redis(node === undefined ? options : { ...options, ...node, retryStrategy: null });
    redis.on('message', (_channel: string, message: string) => subscription.onMessage(message));
    redis.on('error', toldElsewhere);
    redis.on('ready', () => void subscribe(redis));
    redis.on('end', () => {
      if (!isClosed) setTimeout(connectAgain, NEXT_NODE_MS).unref();
    });
    redis.connect().catch(toldElsewhere);
    return redis;
  }

  /** The node may be gone for good, so it is the next one's turn. */
  function connectAgain(): void {
    if (!isClosed) current = connect();
  }

  async function subscribe(redis: Redis): Promise<void> {
    try {
      await redis.subscribe(subscription.channel);
      subscription.onSubscribed();
      onFirst?.();
    } catch {
      redis.disconnect(true);
    }
  }

  const ping = setInterval(() => {
    if (current.status === 'ready') current.ping().catch(toldElsewhere);
  }, PING_EVERY_MS);
  ping.unref();
  if (subscription.isExpected) {
    await new Promise<void>((resolve) => {
      onFirst = resolve;
      setTimeout(resolve, FIRST_SUBSCRIPTION_MS).unref();
    });
  }
  return {
    close() {
      isClosed = true;
      clearInterval(ping);
      current.disconnect();
    },
  };
}

/** What is wrong with Redis is told by the main connection, and this one tries again by itself. */
function toldElsewhere(): void {
  return;
}
