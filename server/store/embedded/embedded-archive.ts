import { promises as timers } from 'node:timers';
import type { Database } from 'better-sqlite3';
import type { ArchiveRecord, StoreArchive } from '../store-archive.ts';
import type { ChangeWatch } from './change-watch.ts';
import type { DatabaseFile } from './database-file.ts';
import { dumpRecords } from './dump-records.ts';
import { RecordLoader } from './load-records.ts';
import { asUnavailable, isConstraintFault } from './store-faults.ts';

/** Records between two pauses for the event loop. */
const RECORDS_PER_TURN = 500;
/** Loading writes all over the file; with this much memory it need not write a page many times. */
const LOAD_CACHE_KIB = 64 * 1024;

export interface ArchiveParts {
  readonly file: DatabaseFile;
  readonly changes: ChangeWatch;
  readonly clock: () => number;
}

/** StoreArchive on SQLite. Both ways use a connection of their own. */
export class EmbeddedArchive implements StoreArchive {
  readonly #parts: ArchiveParts;

  constructor(parts: ArchiveParts) {
    this.#parts = parts;
  }

  async isEmpty(): Promise<boolean> {
    const { file } = this.#parts;
    return file.read(() => isEmpty(file.db));
  }

  async *dump(): AsyncGenerator<ArchiveRecord> {
    const { file, clock } = this.#parts;
    const db = file.connect();
    try {
      db.exec('BEGIN');
      let count = 0;
      for (const record of dumpRecords(db, clock())) {
        yield record;
        count += 1;
        if (count % RECORDS_PER_TURN === 0) await timers.setImmediate();
      }
    } catch (error) {
      throw asUnavailable(error);
    } finally {
      db.close();
    }
  }

  /** All or nothing: a load that fails leaves the store empty, so that it can be tried again. */
  async load(records: AsyncIterable<ArchiveRecord>): Promise<void> {
    await this.#parts.file.work.track(this.#load(records));
  }

  async #load(records: AsyncIterable<ArchiveRecord>): Promise<void> {
    const { file, changes } = this.#parts;
    const db = file.connect();
    try {
      db.pragma(`cache_size = -${LOAD_CACHE_KIB}`);
      db.exec('BEGIN IMMEDIATE');
      if (!isEmpty(db)) throw new Error(`${file.path} is not empty: load an archive into a new, empty store.`);
      await loadAll(new RecordLoader(db), records);
      // Other processes forget what they know of the empty store.
      db.exec("UPDATE meta SET value = value + 1 WHERE name = 'generation'");
      db.exec('COMMIT');
    } catch (error) {
      throw isConstraintFault(error) ? refusedRecord(error) : asUnavailable(error);
    } finally {
      // Closing undoes a transaction that was not committed.
      db.close();
    }
    changes.look();
  }
}

async function loadAll(loader: RecordLoader, records: AsyncIterable<ArchiveRecord>): Promise<void> {
  let count = 0;
  for await (const record of records) {
    loader.load(record);
    count += 1;
    if (count % RECORDS_PER_TURN === 0) await timers.setImmediate();
  }
  loader.finish();
}

function refusedRecord(cause: Error): Error {
  return new Error(`The archive cannot be loaded, for it holds something twice (${cause.message}).`, { cause });
}

function isEmpty(db: Database): boolean {
  return db.prepare('SELECT 1 FROM accounts LIMIT 1').get() === undefined;
}
