import type { Collection, ContentPage, ContentRange, ContentStore, FoundContent } from '../content-store.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import type { RedisConnection } from './connection.ts';
import { openContentImport } from './content-import.ts';
import { bodiesKey, idsKey, listKey, NOW_KEY, namesKey } from './content-keys.ts';
import { type ContentNow, createContentNow } from './content-now.ts';
import { defineContentScripts } from './content-scripts.ts';

/** A rank that no list reaches and every number type holds. */
const FARTHEST_RANK = 1e12;
/** How often a read is begun anew because an import came in between. */
const MAX_MOVES = 5;

export interface OpenContentStore {
  readonly content: ContentStore;
  /** Tells that another process showed an import. */
  noteChange(): void;
  /** Aborts an import that is on its way. The connection stays open. */
  close(): Promise<void>;
}

/** Content on Redis: each read is one script over keys of one slot, and so one round trip and one version. */
export function openRedisContent(connection: RedisConnection): OpenContentStore {
  defineContentScripts(connection.client);
  const now = createContentNow(connection);
  const running = new Set<{ abort(): Promise<void> }>();
  return {
    content: {
      readVersion: now.readVersion,
      findById: (collection, id) => find(connection, now, { collection, words: ['id', id] }),
      findByName: (collection, name, scope) =>
        find(connection, now, { collection, words: scope === null ? ['name', name] : ['name', name, scope] }),
      readPage: (collection, list, range) => readPage(connection, now, { collection, list, range }),
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

async function find(connection: RedisConnection, now: ContentNow, { collection, words }: Find): Promise<FoundContent> {
  const [version, json] = await readCurrent(now, collection, (generation) => {
    const keys = [NOW_KEY, idsKey(collection, generation), namesKey(collection, generation), bodiesKey(collection)];
    return connection.run(() => connection.client.contentFind(keys.length, ...keys, collection, generation, ...words));
  });
  return { version, json: typeof json === 'string' ? json : null };
}

interface PageRead {
  readonly collection: Collection;
  readonly list: string;
  readonly range: ContentRange;
}

async function readPage(connection: RedisConnection, now: ContentNow, read: PageRead): Promise<ContentPage> {
  const { collection, list } = read;
  const first = Math.min(read.range.offset, FARTHEST_RANK);
  const last = first + read.range.limit - 1;
  const [version, total, ...rows] = await readCurrent(now, collection, (generation) => {
    const listed = [listKey(collection, generation, list), idsKey(collection, generation), bodiesKey(collection)];
    const words = [NOW_KEY, ...listed, collection, generation, first, last];
    return connection.run(() => connection.client.contentPage(4, ...words));
  });
  return { version, total: Number(total), rows: rows.filter((row) => typeof row === 'string') };
}

/** Runs a script on the keys of the current generation, and again when there is another one by now. */
async function readCurrent(
  now: ContentNow,
  collection: Collection,
  run: (generation: string) => Promise<unknown>,
): Promise<readonly [version: number, ...rest: unknown[]]> {
  for (let moves = 0; moves <= MAX_MOVES; moves += 1) {
    const reply = await run(await now.generationOf(collection));
    if (!Array.isArray(reply)) throw new Error('A script of the content answered something that is no list.');
    const [status, version, ...rest] = reply;
    if (status !== 'moved') {
      now.noteVersion(Number(version));
      return [Number(version), ...rest];
    }
    await now.refresh();
  }
  throw new StoreUnavailableError('Imports of content keep coming in between.');
}
