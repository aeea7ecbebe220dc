import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promises as timers } from 'node:timers';
import Database from 'better-sqlite3';
import { makeDataFolder, makePrivateFile } from '../../data-folder.ts';
import { OpenWork } from '../open-work.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import { migrate } from './schema.ts';
import { asUnavailable, describeFault, isBusy, isStoreFault } from './store-faults.ts';

/** How long SQLite may wait where it does so by itself: readers wait only while another process opens or closes the file. */
const READ_TIMEOUT_MS = 1_000;
/** How long a write of the directory waits for a process that writes without pause. */
const PATIENCE_MS = 5_000;
/** The write-ahead log shrinks back to this once it was written into the file. */
const LOG_SIZE_LIMIT_BYTES = 16 * 1024 * 1024;
/** What a service keeps in memory of what it has read: nearly all locks of a million live votes, which are looked up at random. */
const CACHE_KIB = 64 * 1024;

/** What came of a write: its answer or, when another process was writing, the error to give up with. */
export type Tried<T> =
  | { readonly answer: T; readonly busy?: never }
  | { readonly busy: StoreUnavailableError; readonly answer?: never };

/** A short while at random, so that processes that wait for one another do not keep step. */
export function nextTryMs(): number {
  return 1 + Math.random() * 3;
}

/**
 * The one SQLite file, opened. All calls are synchronous, so within a process no two transactions ever meet; between
 * processes BEGIN IMMEDIATE puts them in a row.
 */
export class DatabaseFile {
  readonly path: string;
  readonly db: Database.Database;
  /** Tells whether the path still leads to the file that was opened. */
  readonly inode: number;
  /** Closing waits for this. */
  readonly work = new OpenWork();
  readonly #begin: Database.Statement<[]>;
  readonly #beginRead: Database.Statement<[]>;
  readonly #commit: Database.Statement<[]>;
  readonly #rollback: Database.Statement<[]>;
  readonly #onCommit: (() => void)[] = [];
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

  /**
   * Runs the work in one transaction that is on the disk when this returns, unless another process is writing just now.
   * @throws StoreUnavailableError when the file or the disk refuses.
   */
  tryWrite<T>(work: () => T): Tried<T> {
    try {
      const answer = this.#transact(() => this.#beginWrite(), work);
      this.#writeFault = null;
      return { answer };
    } catch (error) {
      if (isBusy(error)) return { busy: new StoreUnavailableError(describeFault(error), { cause: error }) };
      if (isStoreFault(error)) this.#writeFault = error;
      throw asUnavailable(error);
    }
  }

  /**
   * As `tryWrite`, but waits for the other process, without holding up anything else here. `committed` is called before
   * anybody else can read what was written.
   */
  write<T>(work: () => T, committed: (answer: T) => void = () => undefined): Promise<T> {
    return this.work.track(this.#writeSoon(work, committed));
  }

  /** Runs the work on one state of the file. @throws StoreUnavailableError */
  read<T>(work: () => T): T {
    try {
      return this.#transact(() => this.#beginRead.run(), work);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /** Runs one statement that makes a transaction of its own. @throws StoreUnavailableError */
  glance<T>(statement: Database.Statement<[], T>): T | undefined {
    this.#requireOpen();
    try {
      return statement.get();
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /** Keeps more of the file in memory than a command needs, which is soon over. */
  keepLocksInMemory(): void {
    this.db.pragma(`cache_size = -${CACHE_KIB}`);
  }

  /** Calls back after a transaction went through. */
  onCommit(listener: () => void): void {
    this.#onCommit.push(listener);
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

  async #writeSoon<T>(work: () => T, committed: (answer: T) => void): Promise<T> {
    const begunMs = performance.now();
    for (;;) {
      const tried = this.tryWrite(work);
      if (tried.busy === undefined) {
        committed(tried.answer);
        return tried.answer;
      }
      if (performance.now() - begunMs > PATIENCE_MS) throw tried.busy;
      await timers.setTimeout(nextTryMs());
    }
  }

  /** SQLite would wait by sleeping, and hold up the whole process; so it is told not to. */
  #beginWrite(): void {
    this.db.pragma('busy_timeout = 0');
    try {
      this.#begin.run();
    } finally {
      this.db.pragma(`busy_timeout = ${READ_TIMEOUT_MS}`);
    }
  }

  #transact<T>(begin: () => void, work: () => T): T {
    this.#requireOpen();
    begin();
    let answer: T;
    try {
      answer = work();
      this.#commit.run();
    } catch (error) {
      for (const listener of this.#onRollback) listener();
      // SQLite has already undone everything by itself after some faults.
      if (this.db.inTransaction) this.#rollback.run();
      throw error;
    }
    for (const listener of this.#onCommit) listener();
    return answer;
  }

  #requireOpen(): void {
    if (!this.db.open) throw new StoreUnavailableError('The embedded store was closed.');
  }
}

function openFile(path: string): Database.Database {
  let db: Database.Database | null = null;
  try {
    makeDataFolder(dirname(path));
    // SQLite would create the file readable for everybody.
    makePrivateFile(path);
    db = openConnection(path);
    migrate(db, path);
    return db;
  } catch (error) {
    db?.close();
    throw isStoreFault(error) ? new Error(`${path}: ${describeFault(error)}`, { cause: error }) : error;
  }
}

function openConnection(path: string): Database.Database {
  const db = new Database(path, { timeout: READ_TIMEOUT_MS });
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
