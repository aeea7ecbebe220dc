import { LRUCache } from 'lru-cache';
import type { DirectoryReader } from '../store/directory-reader.ts';
import type { DirectoryStore, KeyRecord, ServerRecord, SiteRecord } from '../store/directory-store.ts';
import { foldName } from '../store/fold-name.ts';

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
  const named = createTable<ServerRecord[]>(directory, nowMs, 0);
  return {
    findKeyByHash: (hash) => keys(hash, () => directory.findKeyByHash(hash), ownerOf),
    findSite: (id) => sites(id, () => directory.findSite(id), ownerOf),
    findServer: (id) => servers(`id ${id}`, () => directory.findServer(id), ownerOf),
    findServerBySlug: (accountId, slug) =>
      servers(`slug ${accountId} ${slug}`, () => directory.findServerBySlug(accountId, slug), ownerOf),
    findServersByName: (accountId, name) =>
      named(
        `${accountId} ${foldName(name)}`,
        () => directory.findServersByName(accountId, name),
        (found) => ownerOf(found[0] ?? null),
      ),
  };
}

function ownerOf(record: { readonly accountId: string } | null): string | null {
  return record?.accountId ?? null;
}

type Table<Value> = (
  key: string,
  load: () => Promise<Value>,
  accountOf: (value: Value) => string | null,
) => Promise<Value>;

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

  async function reload(key: string, load: () => Promise<Value>, accountOf: (value: Value) => string | null) {
    const before = changes;
    const value = await load();
    // An answer that began before a change may be older than the change.
    if (before === changes && key.length <= MAX_KEY_LENGTH) {
      entries.set(key, { value, accountId: accountOf(value), loadedAtMs: nowMs(), isDoubtful: false });
    }
    return value;
  }

  return async (key, load, accountOf) => {
    directory.noticeChanges();
    const known = entries.get(key);
    const ageMs = known === undefined ? 0 : nowMs() - known.loadedAtMs;
    const freshMs = known?.accountId === null ? ABSENT_FRESH_MS : FRESH_MS;
    if (known !== undefined && !known.isDoubtful && ageMs < freshMs) return known.value;
    const pending = loading.get(key) ?? reload(key, load, accountOf);
    loading.set(key, pending);
    try {
      return await pending;
    } catch (error) {
      if (known !== undefined && ageMs < staleMs) return known.value;
      throw error;
    } finally {
      if (loading.get(key) === pending) loading.delete(key);
    }
  };
}
