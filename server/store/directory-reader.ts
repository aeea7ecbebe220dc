import type { KeyRecord, ServerRecord, SiteRecord } from './directory-store.ts';

/** What requests ask of the directory, answered from memory most of the time. */
export interface DirectoryReader {
  /** While the store is away, what was known up to ten minutes ago. */
  findKeyByHash(hash: string): Promise<KeyRecord | null>;
  findServer(id: string): Promise<ServerRecord | null>;
  findServerBySlug(accountId: string, slug: string): Promise<ServerRecord | null>;
  /** The same, at once: `undefined` where it is not in memory and has to be asked for. */
  recallServer(id: string): ServerRecord | null | undefined;
  recallServerBySlug(accountId: string, slug: string): ServerRecord | null | undefined;
  findServersByName(accountId: string, name: string): Promise<ServerRecord[]>;
  /** While the store is away, what was known up to ten minutes ago. */
  findSite(id: string): Promise<SiteRecord | null>;
}
