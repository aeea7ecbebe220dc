import type { IdCheck } from '../accounts/id-check.ts';
import {
  type ContentOutcome,
  type ContentSession,
  type ContentSessionOptions,
  openContentSession,
} from '../accounts/import-content.ts';
import { importServers } from '../accounts/import-servers.ts';
import { COLLECTIONS, type Collection } from '../store/content-store.ts';
import type { Stores } from '../store/stores.ts';
import type { RowPlace } from './read-rows.ts';

/** A row's place, with the path of its file. */
export interface FilePlace extends RowPlace {
  readonly file: string;
}

export interface ImportBatch {
  /** Parsed JSON of any shape. */
  readonly rows: readonly { readonly value: unknown; readonly place: FilePlace }[];
  readonly nowMs: number;
}

/** Where rows go. */
export interface ImportTarget {
  readonly stores: Stores;
  /** Empty where no collection needs one. */
  readonly accountId: string;
  /** Of all rows of this run. */
  readonly ids: IdCheck;
  /** The one import of all content in this run, begun when it is first asked for. */
  readonly content: () => Promise<ContentSession>;
}

/** How the rows of one collection get into the store. */
export interface Importer {
  /** Also the name of its files, without the ending, and without `-` and what follows. */
  readonly collection: string;
  /** False for a collection that belongs to the platform and not to an account; `accountId` is then empty. */
  readonly needsAccount: boolean;
  /** Called before the rows of each file, of which there may be none. */
  begin?(target: ImportTarget): Promise<unknown>;
  /** Creates or updates by id, good rows beside bad ones. @returns an outcome for each row, in their order. */
  importRows(batch: ImportBatch, target: ImportTarget): Promise<readonly ContentOutcome[]>;
}

/** Every collection that can be imported, in the order in which a folder is read. */
export const IMPORTERS: readonly Importer[] = [
  {
    collection: 'servers',
    needsAccount: true,
    importRows: ({ rows, nowMs }, { stores, accountId, ids }) =>
      importServers(stores.directory, { accountId, rows, ids, nowMs }),
  },
  ...COLLECTIONS.map(contentImporter),
];

function contentImporter(collection: Collection): Importer {
  return {
    collection,
    needsAccount: false,
    begin: async (target) => (await target.content()).importRows(collection, []),
    importRows: async ({ rows }, target) => (await target.content()).importRows(collection, rows),
  };
}

/** The content of a run, begun with the first row of any. */
export function createContentTarget(stores: Stores, options: ContentSessionOptions) {
  let session: Promise<ContentSession> | null = null;
  return {
    content(): Promise<ContentSession> {
      session ??= openContentSession(stores.content, options);
      return session;
    },
    /** `null` when there was none. */
    finish: async (options: { readonly removeOthers: boolean }) =>
      session === null ? null : (await session).finish(options),
    abort: async () => {
      if (session !== null) await (await session).abort();
    },
  };
}
