import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { DirectoryReader } from '../store/directory-reader.ts';
import type { DirectoryStore, KeyRecord, ServerRecord, SiteRecord } from '../store/directory-store.ts';
import { foldName } from '../store/fold-name.ts';
import { createListMemory } from './list-memory.ts';

const FRESH_MS = 30_000;
const ABSENT_FRESH_MS = 5_000;
const STALE_MS = 600_000;
const MAX_ENTRIES = 20_000;
/** Names longer than this come from attackers and would only fill the memory. */
const MAX_KEY_LENGTH = 512;

interface Entry<Value> {
  readonly value: Value;
  /** The account it speaks of; `null` for something absent, which any change may have brought. */
  readonly accountId: string | null;
  readonly loadedAtMs: number;
  readonly freshUntilMs: number;
  /** A change of it may have been missed. */
  isDoubtful: boolean;
}

/**
 * Puts bounded memory in front of a directory. Changes that the store announces or notices are seen at once, missed ones after
 * 30 s.
 */
export function createDirectoryCache(directory: DirectoryStore, nowMs: () => number): DirectoryReader {
  const keys = createTable<KeyRecord | null>(directory, nowMs, STALE_MS);
  const sites = createTable<SiteRecord | null>(directory, nowMs, STALE_MS);
  const servers = createTable<ServerRecord | null>(directory, nowMs, 0);
  const slugs = createTable<ServerRecord | null>(directory, nowMs, 0);
  const named = createTable<ServerRecord[]>(directory, nowMs, 0);
  const lists = createListMemory(directory, nowMs, {
    recall: (accountId, name) => ('id' in name ? servers.recall(name.id) : slugs.recall(slugKey(accountId, name.slug))),
    learn(accountId, name, server) {
      if ('id' in name) servers.learn(name.id, server, accountId);
      else slugs.learn(slugKey(accountId, name.slug), server, accountId);
    },
  });
  return {
    findKeyByHash: (hash) => keys.find(hash, () => directory.findKeyByHash(hash), ownerOf),
    findSite: (id) => sites.find(id, () => directory.findSite(id), ownerOf),
    findServer: (id) => servers.find(id, () => directory.findServer(id), ownerOf),
    findServerBySlug: (accountId, slug) =>
      slugs.find(slugKey(accountId, slug), () => directory.findServerBySlug(accountId, slug), ownerOf),
    ...lists,
    findServersByName: (accountId, name) =>
      named.find(
        `${accountId} ${foldName(name)}`,
        () => directory.findServersByName(accountId, name),
        (found) => ownerOf(found[0] ?? null),
      ),
  };
}

function slugKey(accountId: string, slug: string): string {
  return `${accountId} ${slug}`;
}

function ownerOf(record: { readonly accountId: string } | null): string | null {
  return record?.accountId ?? null;
}

type Load<Value> = () => Promise<Value>;
type AccountOf<Value> = (value: Value) => string | null;

interface Table<Value> {
  find(key: string, load: Load<Value>, accountOf: AccountOf<Value>): Promise<Value>;
  /** What memory has of it; `undefined` where the store has to be asked. */
  recall(key: string): Entry<Value> | undefined;
  /** Takes in what the store has just said, where nothing has changed since it was asked. */
  learn(key: string, value: Value, accountId: string | null): Value;
}

interface Question<Value> {
  readonly key: string;
  readonly load: Load<Value>;
  readonly accountOf: AccountOf<Value>;
}

function createTable<Value>(directory: DirectoryStore, nowMs: () => number, staleMs: number): Table<Value> {
  const entries = new LRUCache<string, Entry<Value>>({ max: MAX_ENTRIES });
  const loading = new Map<string, Promise<Value>>();
  let changes = 0;
  directory.onChange(({ accountId, isCertain }) => {
    changes += 1;
    loading.clear();
    for (const [key, entry] of entries.entries()) {
      if (accountId !== null && entry.accountId !== null && entry.accountId !== accountId) continue;
      if (isCertain || entry.accountId === null) entries.delete(key);
      else entry.isDoubtful = true;
    }
  });

  async function reload({ key, load, accountOf }: Question<Value>): Promise<Value> {
    const before = changes;
    const value = await load();
    // An answer that began before a change may be older than the change.
    return before === changes ? learn(key, value, accountOf(value)) : value;
  }

  /** Most of what is asked for again is as it was: then it stays the same object, with what others keep by that. */
  function learn(key: string, value: Value, accountId: string | null): Value {
    const known = entries.get(key)?.value;
    const kept = isDeepStrictEqual(known, value) && known !== undefined ? known : value;
    const loadedAtMs = nowMs();
    const freshUntilMs = loadedAtMs + (accountId === null ? ABSENT_FRESH_MS : FRESH_MS);
    if (key.length <= MAX_KEY_LENGTH)
      entries.set(key, { value: kept, accountId, loadedAtMs, freshUntilMs, isDoubtful: false });
    return kept;
  }

  async function ask(question: Question<Value>, known: Entry<Value> | undefined): Promise<Value> {
    const { key } = question;
    const askedAtMs = nowMs();
    const pending = loading.get(key) ?? reload(question);
    loading.set(key, pending);
    try {
      return await pending;
    } catch (error) {
      if (known !== undefined && askedAtMs - known.loadedAtMs < staleMs) return known.value;
      throw error;
    } finally {
      if (loading.get(key) === pending) loading.delete(key);
    }
  }

  function recall(key: string): Entry<Value> | undefined {
    directory.noticeChanges();
    const known = entries.get(key);
    return known !== undefined && !known.isDoubtful && nowMs() < known.freshUntilMs ? known : undefined;
  }

  function find(key: string, load: Load<Value>, accountOf: AccountOf<Value>): Promise<Value> {
    const known = recall(key);
    return known === undefined ? ask({ key, load, accountOf }, entries.get(key)) : Promise.resolve(known.value);
  }

  return { find, recall, learn };
}
