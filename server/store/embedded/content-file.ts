import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { makeDataFolder, makePrivateFile } from '../../data-folder.ts';
import { asUnavailable } from './store-faults.ts';

/** Content lives in a file of its own, so that a long import holds up no vote. */
export const CONTENT_FILE = 'content.db';

const SCHEMA_VERSION = 1;

const SCHEMA = `
  CREATE TABLE content_state (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    version INTEGER NOT NULL
  );
  INSERT INTO content_state (only_row, version) VALUES (1, 0);

  CREATE TABLE content_rows (
    num INTEGER PRIMARY KEY,
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    json TEXT NOT NULL,
    name TEXT,
    scope TEXT NOT NULL,
    created_ms REAL NOT NULL,
    rank REAL NOT NULL,
    label TEXT NOT NULL,
    lists TEXT NOT NULL,
    hidden INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX content_ids ON content_rows (collection, id);
  CREATE UNIQUE INDEX content_names ON content_rows (collection, name, scope) WHERE name IS NOT NULL;
  CREATE INDEX content_order ON content_rows (collection, rank, label, id);

  -- Lists in their order, cut into blocks of BLOCK_ROWS numbers of rows, so that any offset is one look-up away.
  CREATE TABLE content_lists (
    collection TEXT NOT NULL,
    list TEXT NOT NULL,
    total INTEGER NOT NULL,
    PRIMARY KEY (collection, list)
  ) WITHOUT ROWID;
  CREATE TABLE content_blocks (
    collection TEXT NOT NULL,
    list TEXT NOT NULL,
    block INTEGER NOT NULL,
    nums TEXT NOT NULL,
    PRIMARY KEY (collection, list, block)
  ) WITHOUT ROWID;
`;

/** Rows of a block of a list. */
export const BLOCK_ROWS = 500;

/**
 * Of a file that is made anew. Rows are of a kilobyte or two, and a page of a list is out of twenty places of the file: of a million rows
 * it is found in half the time of SQLite's own 4,096, and an import of them takes two thirds. Measured with 1.2 kB a row.
 */
const PAGE_BYTES = 16_384;

/** Opens the file, and makes folder, file and tables where they are missing. */
export function openContentFile(path: string, options: { readonly busyTimeoutMs: number }): Database.Database {
  return orUnavailable(() => {
    makeDataFolder(dirname(path));
    // SQLite would create the file readable for everybody.
    makePrivateFile(path);
    const db = new Database(path, { timeout: options.busyTimeoutMs });
    try {
      db.pragma(`page_size = ${PAGE_BYTES}`);
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL');
      if (schemaVersion(db) !== SCHEMA_VERSION) createSchema(db);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** Runs what speaks to SQLite, and tells faults of the file or the disk as those of a store. */
export function orUnavailable<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw asUnavailable(error);
  }
}

function createSchema(db: Database.Database): void {
  const create = db.transaction(() => {
    const version = schemaVersion(db);
    if (version === SCHEMA_VERSION) return;
    if (version !== 0) throw new Error(`${db.name} was written by another release (schema ${version}).`);
    db.exec(SCHEMA);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  });
  create.immediate();
}

function schemaVersion(db: Database.Database): unknown {
  return db.pragma('user_version', { simple: true });
}
