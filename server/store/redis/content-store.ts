import type { ContentStore } from '../content-store.ts';
import type { RedisConnection } from './connection.ts';
import { createFindContent } from './content-find.ts';
import { openContentImport } from './content-import.ts';
import { createContentNow } from './content-now.ts';
import { readPage } from './content-page.ts';
import { defineContentScripts } from './content-scripts.ts';

export interface OpenContentStore {
  readonly content: ContentStore;
  /** Tells that another process showed an import. */
  noteChange(): void;
  /** Aborts an import that is on its way. The connection stays open. */
  close(): Promise<void>;
}

/** Content on Redis: what a read tells is of one version, for a script over keys of one slot says where it lies. */
export function openRedisContent(connection: RedisConnection): OpenContentStore {
  defineContentScripts(connection.client);
  const now = createContentNow(connection);
  const find = createFindContent(connection, now);
  const running = new Set<{ abort(): Promise<void> }>();
  return {
    content: {
      readVersion: now.readVersion,
      findById: (collection, id) => find(collection, ['id', id, '']),
      findByName: (collection, name, scope) =>
        find(collection, scope === null ? ['name', name, ''] : ['name in scope', name, scope]),
      readPage: (collection, list, range) =>
        connection.work(() => readPage(connection, now, { collection, list, range })),
      async openImport(options = {}) {
        const started = await openContentImport({
          connection,
          now,
          replacing: options.replacing ?? false,
          onEnd: () => running.delete(started),
        });
        running.add(started);
        return started;
      },
    },
    noteChange: now.forget,
    async close() {
      for (const started of running) await started.abort();
    },
  };
}
