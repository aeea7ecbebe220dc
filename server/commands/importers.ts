import { importServers, type RowOutcome } from '../accounts/import-servers.ts';
import type { Stores } from '../store/stores.ts';

export interface ImportBatch {
  readonly stores: Stores;
  /** Parsed JSON of any shape. */
  readonly rows: readonly unknown[];
  readonly nowMs: number;
}

/** How the rows of one collection get into the store. */
export interface Importer {
  /** Also the name of its files, without the ending. */
  readonly collection: string;
  /** False for a collection that belongs to the platform and not to an account; `accountId` is then empty. */
  readonly needsAccount: boolean;
  /** Creates or updates by id, good rows beside bad ones. @returns an outcome for each row, in their order. */
  importRows(batch: ImportBatch, accountId: string): Promise<readonly RowOutcome[]>;
}

/** Every collection that can be imported, in the order in which a folder is read. */
export const IMPORTERS: readonly Importer[] = [
  {
    collection: 'servers',
    needsAccount: true,
    importRows: ({ stores, rows, nowMs }, accountId) => importServers(stores.directory, { accountId, rows, nowMs }),
  },
];
