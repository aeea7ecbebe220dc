import { randomUUID } from 'node:crypto';
import type { DirectoryChange } from '../directory-store.ts';
import type { RedisConnection, Warn } from './connection.ts';
import { CONTENT_SENDER } from './content-keys.ts';
import { CHANGES_CHANNEL } from './keys.ts';
import type { RedisAddress } from './redis-url.ts';
import { openSubscriber } from './subscriber.ts';

/** Tells and hears of changes in the directory, and hears of imports of content, over a connection of its own. */
export interface ChangeFeed {
  /** Tells the listeners here at once, and every other process. */
  announce(accountId: string): Promise<void>;
  onChange(listener: (change: DirectoryChange) => void): void;
  /** Calls the listener when there may be new content. The script that shows it tells of it. */
  onContent(listener: () => void): void;
  close(): void;
}

export interface ChangeFeedParts {
  readonly address: RedisAddress;
  readonly connection: RedisConnection;
  readonly warn: Warn;
}

/** Opens the feed. Where Redis is there, everything told from then on is heard. */
export async function openChangeFeed({ address, connection, warn }: ChangeFeedParts): Promise<ChangeFeed> {
  const self = randomUUID();
  const listeners = new Set<(change: DirectoryChange) => void>();
  const contentListeners = new Set<() => void>();
  const tellContent = () => {
    for (const listener of contentListeners) listener();
  };
  const tell = (change: DirectoryChange) => {
    for (const listener of listeners) listener(change);
  };
  const subscriber = await openSubscriber(address, {
    channel: CHANGES_CHANNEL,
    isExpected: connection.isReady(),
    onMessage(message) {
      const [sender, accountId = ''] = message.split(' ');
      if (sender === CONTENT_SENDER) tellContent();
      else if (sender !== self) tell({ accountId, isCertain: true });
    },
    // What was told before was missed, if anything was.
    onSubscribed() {
      tell({ accountId: null, isCertain: false });
      tellContent();
    },
  });
  return {
    async announce(accountId) {
      tell({ accountId, isCertain: true });
      try {
        await connection.run(() => connection.client.publish(CHANGES_CHANNEL, `${self} ${accountId}`));
      } catch (error) {
        warn('A change could not be told to the other processes; they see it within 30 s.', error);
      }
    },
    onChange: (listener) => void listeners.add(listener),
    onContent: (listener) => void contentListeners.add(listener),
    close() {
      listeners.clear();
      contentListeners.clear();
      subscriber.close();
    },
  };
}
