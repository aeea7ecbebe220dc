import type { Collection, ContentStore, FoundContent } from '../content-store.ts';
import type { ScriptCall } from './call-by-sha.ts';
import type { RedisConnection } from './connection.ts';
import { readCurrent } from './content-current.ts';
import { lostBody } from './content-generation.ts';
import { openContentImport } from './content-import.ts';
import { bodiesKey, idsKey, NOW_KEY, namesKey } from './content-keys.ts';
import { type ContentNow, createContentNow } from './content-now.ts';
import { readPage } from './content-page.ts';
import { createFindCall, defineContentScripts } from './content-scripts.ts';

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
  const asked = { now, run: connection.run, find: createFindCall(connection.client) };
  const running = new Set<{ abort(): Promise<void> }>();
  return {
    content: {
      readVersion: now.readVersion,
      findById: (collection, id) => find(asked, { collection, words: ['id', id] }),
      findByName: (collection, name, scope) =>
        find(asked, { collection, words: scope === null ? ['name', name] : ['name', name, scope] }),
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

interface Find {
  readonly collection: Collection;
  /** How and what to look for, as content-find.lua takes it. */
  readonly words: readonly string[];
}

interface Asked {
  readonly now: ContentNow;
  readonly run: RedisConnection['run'];
  readonly find: ScriptCall;
}

async function find({ now, run, find: call }: Asked, { collection, words }: Find): Promise<FoundContent> {
  const [version, json, field] = await readCurrent(now, collection, (generation) => {
    const keys = [NOW_KEY, idsKey(collection, generation), namesKey(collection, generation), bodiesKey(collection)];
    return run(() => call([keys.length, ...keys, collection, generation, ...words]));
  });
  if (typeof json === 'string') return { version, json };
  if (typeof field === 'string') throw lostBody(collection, field);
  return { version, json: null };
}
