/** The collections of content, each before those whose records refer to it most. */
export const COLLECTIONS = ['games', 'teams', 'users', 'categories', 'badges', 'resources', 'blog'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** A record as a store keeps it: its finished JSON, and what it is found, ordered and listed by. */
export interface ContentRow {
  /** UUID in lower case. */
  readonly id: string;
  /** The record, its members in the order of the contract: the bytes that are served. */
  readonly json: string;
  /** Slug or username after NFC; `null` where records have none. */
  readonly name: string | null;
  /** Where the name is unique: slug of the game, or `''` for the whole collection. */
  readonly scope: string;
  /** Milliseconds since 1970; of several records of one name the smallest is meant. */
  readonly createdMs: number;
  /** Every list is in the order of `rank`, then of the bytes of `label` in UTF-8, then of `id`. A label holds no NUL. */
  readonly rank: number;
  readonly label: string;
  /** Names of the lists that hold the record; `all` is one of them, also of hidden records. */
  readonly lists: readonly string[];
  /** A hidden record is found neither by id nor by name. */
  readonly hidden: boolean;
}

/** A look-up's answer, and the content version that it is part of. */
export interface FoundContent {
  readonly version: number;
  /** The record's JSON. */
  readonly json: string | null;
}

export interface ContentPage {
  readonly version: number;
  /** Records of the whole list. */
  readonly total: number;
  /** JSON of the records from `offset` on, at most `limit`. */
  readonly rows: readonly string[];
}

export interface ContentRange {
  readonly offset: number;
  readonly limit: number;
}

/**
 * What became of a row. `name_taken` changed nothing, and names the id of the record that has the name; `repeated` changed
 * nothing either, because the import has taken in a row of that id before.
 */
export type PutResult =
  | { readonly status: 'created' | 'updated' | 'unchanged' | 'repeated' }
  | { readonly status: 'name_taken'; readonly takenBy: string };

/** An import on its way. Nobody sees any of it before `commit`, and all of it at once after. */
export interface ContentImport {
  /**
   * Creates or replaces each row by its id, in the order given; a later row sees the earlier ones. The answers are in that
   * order. Each id is taken in once in an import, so that whatever an import changes has changed after it.
   */
  put(collection: Collection, rows: readonly ContentRow[]): Promise<PutResult[]>;
  /**
   * Takes out the records of the collection whose ids no row of this import had, refused or not. Answers how many. Needs
   * `replacing`.
   */
  removeOthers(collection: Collection): Promise<number>;
  /** Which of these ids does the collection have, as the import would leave it? In the order asked. */
  hasIds(collection: Collection, ids: readonly string[]): Promise<boolean[]>;
  /** Shows the import to everybody. The version grows by one, or stays where nothing is other than before. */
  commit(): Promise<{ readonly version: number; readonly changed: boolean }>;
  /** Forgets the import. Harmless after `commit`. */
  abort(): Promise<void>;
}

/** Another import is on its way, in this or another process. Nothing was written. */
export class ContentBusyError extends Error {
  override readonly name = 'ContentBusyError';
}

/**
 * The content that is served: collections of finished records.
 *
 * Guarantees of every implementation:
 * - All content has one version, 0 before the first import. An import that changes something makes the next version, in
 *   one step; every answer is of one version and names it. Within a version each list has every record of it exactly once.
 * - An import that failed, was aborted, or whose process died leaves the content as it was.
 * - One import runs at a time; the second one rejects with ContentBusyError. One whose process died holds up others for at
 *   most a minute.
 * - Ids are unique within a collection, names within their scope.
 * - `readVersion` asks memory, and then gives the number itself, so it can be called for every request. It knows an import
 *   of this process at once, and of another process within a second, mostly within milliseconds.
 * - `readPage` costs the same at any offset.
 * - A store that reads within the turn of who asks gives the answer itself.
 * - When the store cannot answer, reads throw StoreUnavailableError, or reject with it in under 1.5 s.
 */
export interface ContentStore {
  readVersion(): Promise<number> | number;
  findById(collection: Collection, id: string): Promise<FoundContent> | FoundContent;
  /** The record of that name, which is to be in NFC: in the scope, or the oldest in any scope where it is `null`. */
  findByName(collection: Collection, name: string, scope: string | null): Promise<FoundContent> | FoundContent;
  /** A page of a list; a list that no record is in is empty. */
  readPage(collection: Collection, list: string, range: ContentRange): Promise<ContentPage> | ContentPage;
  openImport(options?: { readonly replacing?: boolean }): Promise<ContentImport>;
}
