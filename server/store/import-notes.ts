import type { Collection } from './content-store.ts';

/** Where a row of an import stands: its line from 1, and its index from 0 in a JSON array. */
export interface NotedPlace {
  readonly file: string;
  readonly line: number;
  readonly index: number | null;
}

/** The first row that had an id. */
export interface NotedRow {
  readonly place: NotedPlace;
  /** Of all that the row says. */
  readonly digest: Uint8Array;
}

/** A record that rows refer to. */
export interface NotedReference {
  readonly collection: Collection;
  readonly id: string;
  /** Member of the first of those rows that refers, as in `members[2]`. */
  readonly member: string;
  /** That row. */
  readonly place: NotedPlace;
  /** How many rows do. */
  readonly rows: number;
}

/** A reference, and its number, by which the next ones are asked for. */
export interface NumberedReference extends NotedReference {
  readonly num: number;
}

/**
 * What an import has to know of its rows until its end. It is kept on the disk, in a file without a name that is gone with
 * the process, so that an import of any length needs the same memory.
 *
 * Every call rejects with StoreUnavailableError when that file cannot be written.
 */
export interface ImportNotes {
  /** Notes the row, unless one was noted under the id before. @returns that one, or `null` where there was none. */
  noteRow(collection: string, id: string, row: NotedRow): NotedRow | null;
  hasRow(collection: string, id: string): boolean;
  /** Notes references; those that are known get more rows, and keep the first one. */
  noteReferences(references: readonly NotedReference[]): void;
  /** References to a collection in the order in which they were first noted, those behind a number; 0 begins. */
  readReferences(collection: Collection, after: number, limit: number): readonly NumberedReference[];
  /** Forgets everything. */
  close(): void;
}
