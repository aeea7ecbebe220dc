import type { DirectoryReader } from '../store/directory-reader.ts';
import type { DirectoryStore, KeyRecord, ServerRecord, SiteRecord } from '../store/directory-store.ts';
import { foldName } from '../store/fold-name.ts';
import { createAccountRevisions } from './account-revisions.ts';
import { createListMemory } from './list-memory.ts';
import { createTable } from './memory-table.ts';

const STALE_MS = 600_000;

/**
 * Puts bounded memory in front of a directory. Changes that the store announces or notices are seen at once, missed ones after
 * 30 s: then the revision of the account is asked for, once for all that is remembered of it.
 */
export function createDirectoryCache(directory: DirectoryStore, nowMs: () => number): DirectoryReader {
  const parts = { directory, nowMs, revisions: createAccountRevisions(directory, nowMs) };
  const keys = createTable<KeyRecord | null>(parts, STALE_MS);
  const sites = createTable<SiteRecord | null>(parts, STALE_MS);
  const servers = createTable<ServerRecord | null>(parts, 0);
  const slugs = createTable<ServerRecord | null>(parts, 0);
  const named = createTable<ServerRecord[]>(parts, 0);
  const lists = createListMemory(parts, {
    recall: (accountId, name) => ('id' in name ? servers.recall(name.id) : slugs.recall(slugKey(accountId, name.slug))),
    learn(name, server, revision) {
      const { accountId } = server;
      if ('id' in name) servers.learn(name.id, server, { accountId, revision });
      else slugs.learn(slugKey(accountId, name.slug), server, { accountId, revision });
    },
  });
  return {
    recallKey: (hash) => keys.recall(hash)?.value,
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
