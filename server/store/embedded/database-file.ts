import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { StoreUnavailableError } from '../store-errors.ts';
import { migrate } from './schema.ts';
import { asUnavailable, describeFault, isBusy, isStoreFault } from './store-faults.ts';

/** How long a write waits for another process. Longer would break the promise to answer within 1.5 s. */
const BUSY_TIMEOUT_MS = 1_000;
/** The write-ahead log shrinks back to this once it was written into the file. */
const LOG_SIZE_LIMIT_BYTES = 16 * 1024 * 1024;

/**
 * The one SQLite file, opened. All calls are synchronous, so within a process no two transactions ever meet; between
 * processes BEGIN IMMEDIATE puts them in a row.
 */
export class DatabaseFile {
  readonly path: string;
  readonly db: Database.Database;
  /** Tells whether the path still leads to the file that was opened. */
  readonly inode: number;
  readonly #begin: Database.Statement<[]>;
  readonly #beginRead: Database.Statement<[]>;
  readonly #commit: Database.Statement<[]>;
  readonly #rollback: Database.Statement<[]>;
  readonly #onRollback: (() => void)[] = [];
  #writeFault: Error | null = null;

  constructor(path: string) {
    this.path = path;
    this.db = openFile(path);
    this.inode = statSync(path).ino;
    this.#begin = this.db.prepare('BEGIN IMMEDIATE');
    this.#beginRead = this.db.prepare('BEGIN');
    this.#commit = this.db.prepare('COMMIT');
    this.#rollback = this.db.prepare('ROLLBACK');
  }

  /** The fault of the last write, or `null` when it succeeded. */
  get writeFault(): Error | null {
    return this.#writeFault;
  }

  get isOpen(): boolean {
    return this.db.open;
  }

  /** Runs the work in one transaction that is on the disk when this returns. @throws StoreUnavailableError */
  write<T>(work: () => T): T {
    try {
      const answer = this.#transact(this.#begin, work);
      this.#writeFault = null;
      return answer;
    } catch (error) {
      if (isStoreFault(error)) this.#writeFault = error;
      throw asUnavailable(error);
    }
  }

  /** Runs the work as `write` does, but lets it be when another process is writing just now. */
  writeIfFree(work: () => void): void {
    this.#requireOpen();
    this.db.pragma('busy_timeout = 0');
    try {
      this.#transact(this.#begin, work);
    } catch (error) {
      if (!isBusy(error)) throw asUnavailable(error);
    } finally {
      this.db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  /** Runs the work on one state of the file. @throws StoreUnavailableError */
  read<T>(work: () => T): T {
    try {
      return this.#transact(this.#beginRead, work);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /** Calls back after a transaction was undone: what was remembered from inside it is wrong. */
  onRollback(listener: () => void): void {
    this.#onRollback.push(listener);
  }

  /** A connection of its own, for work that goes on while others vote. The caller closes it. */
  connect(): Database.Database {
    this.#requireOpen();
    return openConnection(this.path);
  }

  /** Lets go of the file. The write-ahead log is written into it, so that it can be copied as it is. */
  close(): void {
    this.db.close();
  }

  #transact<T>(begin: Database.Statement<[]>, work: () => T): T {
    this.#requireOpen();
    begin.run();
    try {
      const answer = work();
      this.#commit.run();
      return answer;
    } catch (error) {
      // SQLite has already undone everything by itself after some faults.
      if (this.db.inTransaction) this.#rollback.run();
      for (const listener of this.#onRollback) listener();
      throw error;
    }
  }

  #requireOpen(): void {
    if (!this.db.open) throw new StoreUnavailableError('The embedded store was closed.');
  }
}

function openFile(path: string): Database.Database {
  let db: Database.Database | null = null;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // SQLite would create the file readable for everybody.
    closeSync(openSync(path, 'a', 0o600));
    db = openConnection(path);
    migrate(db, path);
    return db;
  } catch (error) {
    db?.close();
    throw isStoreFault(error) ? new Error(`${path}: ${describeFault(error)}`, { cause: error }) : error;
  }
}

function openConnection(path: string): Database.Database {
  const db = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    const mode = db.prepare<[], string>('PRAGMA journal_mode = WAL').pluck().get();
    if (mode !== 'wal') {
      throw new Error(`${path} cannot be used with a write-ahead log: keep DATA_DIR on a local disk.`);
    }
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma(`journal_size_limit = ${LOG_SIZE_LIMIT_BYTES}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
