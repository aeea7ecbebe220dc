import Database from 'better-sqlite3';
import type { Collection } from '../content-store.ts';
import type { ImportNotes, NotedPlace, NotedRow, NumberedReference } from '../import-notes.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import { isStoreFault } from './store-faults.ts';

/** As much of the notes is in memory; the rest is on the disk, however many rows there are. */
const CACHE_KIB = 2048;

const SCHEMA = `
  CREATE TABLE files (num INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE rows (
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    digest BLOB NOT NULL,
    file INTEGER NOT NULL,
    line INTEGER NOT NULL,
    at INTEGER,
    PRIMARY KEY (collection, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE refs (
    num INTEGER PRIMARY KEY,
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    member TEXT NOT NULL,
    file INTEGER NOT NULL,
    line INTEGER NOT NULL,
    at INTEGER,
    rows INTEGER NOT NULL,
    UNIQUE (collection, id)
  ) STRICT;
`;

interface SavedPlace {
  readonly path: string;
  readonly line: number;
  readonly at: number | null;
}

/**
 * Opens notes in a database of SQLite without a name: it lies in the folder for temporary files once it is larger than its
 * cache, and the system takes it away when it is closed or its process ends, however that ends.
 */
export function openImportNotes(): ImportNotes {
  const db = orUnavailable(openUnnamed);
  const rows = prepareRows(db);
  const references = prepareReferences(db);
  const fileOf = prepareFiles(db);
  return {
    noteRow: (collection, id, { place, digest }) =>
      orUnavailable(() => {
        const { changes } = rows.save.run(collection, id, digest, fileOf(place), place.line, place.index);
        if (changes === 1) return null;
        const first = rows.find.get(collection, id);
        return first === undefined ? null : { place: placeOf(first), digest: first.digest };
      }),
    hasRow: (collection, id) => orUnavailable(() => rows.find.get(collection, id) !== undefined),
    noteReferences: (noted) =>
      orUnavailable(() => {
        for (const { collection, id, member, place, rows: count } of noted) {
          references.save.run(collection, id, member, fileOf(place), place.line, place.index, count);
        }
      }),
    readReferences: (collection, after, limit) =>
      orUnavailable(() =>
        references.read.all(collection, after, limit).map(
          ({ num, id, member, path, line, at, rows: count }): NumberedReference => ({
            num,
            collection,
            id,
            member,
            place: placeOf({ path, line, at }),
            rows: count,
          }),
        ),
      ),
    close: () => void db.close(),
  };
}

function openUnnamed(): Database.Database {
  const db = new Database('');
  // All of it is one transaction that is never committed: nobody else reads it, and nothing of it is to last.
  db.pragma('journal_mode = OFF');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.exec('BEGIN');
  db.exec(SCHEMA);
  return db;
}

function prepareRows(db: Database.Database) {
  return {
    save: db.prepare<
      [collection: string, id: string, digest: Uint8Array, file: number, line: number, at: number | null]
    >('INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'),
    find: db.prepare<[collection: string, id: string], SavedPlace & Pick<NotedRow, 'digest'>>(
      `SELECT digest, path, line, at FROM rows JOIN files ON files.num = rows.file
       WHERE rows.collection = ? AND rows.id = ?`,
    ),
  };
}

function prepareReferences(db: Database.Database) {
  type Saved = SavedPlace & Pick<NumberedReference, 'num' | 'id' | 'member' | 'rows'>;
  return {
    save: db.prepare<
      [collection: string, id: string, member: string, file: number, line: number, at: number | null, rows: number]
    >(
      `INSERT INTO refs (collection, id, member, file, line, at, rows) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (collection, id) DO UPDATE SET rows = rows + excluded.rows`,
    ),
    // The plus keeps SQLite from finding the collection by its index, and then sorting all of it for each part.
    read: db.prepare<[collection: Collection, after: number, limit: number], Saved>(
      `SELECT refs.num, id, member, path, line, at, rows FROM refs JOIN files ON files.num = refs.file
       WHERE +refs.collection = ? AND refs.num > ? ORDER BY refs.num LIMIT ?`,
    ),
  };
}

/** Numbers of paths; rows of one file come one behind the other. */
function prepareFiles(db: Database.Database): (place: NotedPlace) => number {
  const save = db.prepare<[path: string]>('INSERT INTO files (path) VALUES (?) ON CONFLICT DO NOTHING');
  const find = db.prepare<[path: string], number>('SELECT num FROM files WHERE path = ?').pluck();
  let last: { readonly file: string; readonly num: number } | null = null;
  return ({ file }) => {
    if (last?.file !== file) {
      save.run(file);
      last = { file, num: find.get(file) ?? 0 };
    }
    return last.num;
  };
}

function placeOf({ path, line, at }: SavedPlace): NotedPlace {
  return { file: path, line, index: at };
}

/** Faults of the folder for temporary files; the store itself may be well. */
function orUnavailable<T>(run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (!isStoreFault(cause)) throw cause;
    const reason = `The folder for temporary files cannot take what an import has to note (${cause.message})`;
    throw new StoreUnavailableError(`${reason}: free some space there, or name another folder in SQLITE_TMPDIR.`, {
      cause,
    });
  }
}
