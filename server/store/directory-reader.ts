import type { KeyRecord, ServerRecord, SiteRecord } from './directory-store.ts';

/** What requests ask of the directory: mostly what memory has, which comes as it is, else the promise of it. */
export interface DirectoryReader {
  /** The key that memory has under a hash, `null` where it is known that there is none; `undefined` where the store has to be asked. */
  recallKey(hash: string): KeyRecord | null | undefined;
  /** While the store is away, what was known up to ten minutes ago. */
  findKeyByHash(hash: string): Promise<KeyRecord | null> | KeyRecord | null;
  findServer(id: string): Promise<ServerRecord | null> | ServerRecord | null;
  findServerBySlug(accountId: string, slug: string): Promise<ServerRecord | null> | ServerRecord | null;
  /**
   * The servers of an account that a list names, at once, in its order: `undefined` where memory has not all of them or one is of
   * another account. For a list that is frozen it is one frozen array, until something changes or has to be asked for again.
   */
  recallList(accountId: string, names: readonly string[]): readonly ServerRecord[] | undefined;
  /** Asks the store at once for what memory has not of a list. @returns whether memory has any of it now. */
  loadList(accountId: string, names: readonly string[]): Promise<boolean>;
  findServersByName(accountId: string, name: string): Promise<ServerRecord[]> | ServerRecord[];
  /** While the store is away, what was known up to ten minutes ago. */
  findSite(id: string): Promise<SiteRecord | null> | SiteRecord | null;
}
