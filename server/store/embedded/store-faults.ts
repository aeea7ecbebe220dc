import Database from 'better-sqlite3';
import { StoreUnavailableError } from '../store-errors.ts';

type SqliteError = InstanceType<typeof Database.SqliteError>;

/** What SQLite refuses for reasons outside the statement, and what a person can do about each. */
const CURES: readonly (readonly [string, string])[] = [
  ['SQLITE_FULL', 'the disk is full: free some space, the store goes on by itself'],
  ['SQLITE_BUSY', 'another process writes without pause: wait for it, or stop it'],
  ['SQLITE_LOCKED', 'another process holds the file: wait for it, or stop it'],
  ['SQLITE_READONLY', 'the file cannot be written: give this user the right to write it and its folder'],
  ['SQLITE_PERM', 'the file cannot be opened: give this user the right to read and write it and its folder'],
  ['SQLITE_CANTOPEN', 'the file cannot be opened: check that its folder is there and belongs to this user'],
  ['SQLITE_CORRUPT', 'the file is damaged: stop the service and put a backup in its place'],
  ['SQLITE_NOTADB', 'the file is no SQLite database: move it away, or name another DATA_DIR'],
  ['SQLITE_IOERR', 'the disk answers with errors: check it, then start the service again'],
  ['SQLITE_NOMEM', 'there is not enough memory: give the service more'],
  ['SQLITE_PROTOCOL', 'the file cannot be locked: keep DATA_DIR on a local disk, not on a network share'],
];

/** Does the fault lie with the file, the disk or another process, so that the same call may succeed later? */
export function isStoreFault(error: unknown): error is SqliteError {
  return error instanceof Database.SqliteError && CURES.some(([code]) => error.code.startsWith(code));
}

/** Is another process writing just now? */
export function isBusy(error: unknown): error is SqliteError {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** Does another row forbid this one? */
export function isConstraintFault(error: unknown): error is SqliteError {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');
}

/** A sentence that says what is wrong and how to right it. */
export function describeFault(error: Error): string {
  const code = error instanceof Database.SqliteError ? error.code : '';
  const cure = CURES.find(([prefix]) => code.startsWith(prefix))?.[1];
  return cure === undefined ? `The embedded store failed: ${error.message}.` : `The embedded store failed: ${cure}.`;
}

/** Faults of the store become StoreUnavailableError; anything else is a fault of the program and stays what it is. */
export function asUnavailable(error: unknown): unknown {
  return isStoreFault(error) ? new StoreUnavailableError(describeFault(error), { cause: error }) : error;
}
