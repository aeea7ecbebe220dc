import Database from 'better-sqlite3';
import {
  type Collection,
  ContentBusyError,
  type ContentImport,
  type ContentRow,
  type PutResult,
} from '../content-store.ts';
import { BLOCK_ROWS, openContentFile, orUnavailable } from './content-file.ts';

interface ImportOptions {
  readonly replacing: boolean;
  readonly onEnd: () => void;
}

/** A row as the ordered pass over a collection reads it. */
interface OrderedRow {
  readonly num: number;
  readonly rank: number;
  readonly label: string;
  readonly id: string;
  readonly lists: string;
}

/** Rows of the ordered pass that are read at once. */
const PASS_ROWS = 2000;
/** As much of the ids of an import's rows is in memory, 16 MiB if not told; the rest is in the folder for temporary files. */
const PUT_IDS_CACHE_KIB = 2048;

/** One transaction on a connection of its own, from here to commit or abort; readers go on with what was there before. */
export function openContentImport(path: string, options: ImportOptions): ContentImport {
  const db = openContentFile(path, { busyTimeoutMs: 100 });
  beginOrRefuse(db);
  const touched = new Set<Collection>();
  const writer = createWriter(db, touched, options.replacing);
  let ended = false;

  function end(): void {
    ended = true;
    db.close();
    options.onEnd();
  }

  return {
    put: async (collection, rows) => orUnavailable(() => rows.map((row) => writer.putRow(collection, row))),
    removeOthers: async (collection) => orUnavailable(() => writer.removeOthers(collection)),
    hasIds: async (collection, ids) => orUnavailable(() => ids.map((id) => writer.hasId(collection, id))),
    async commit() {
      for (const collection of touched) await rebuildLists(db, collection);
      const version = orUnavailable(() => writer.finish());
      end();
      return { version, changed: touched.size > 0 };
    },
    async abort() {
      if (ended) return;
      orUnavailable(() => {
        if (db.inTransaction) db.exec('ROLLBACK');
      });
      end();
    },
  };
}

function beginOrRefuse(db: Database.Database): void {
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (cause) {
    db.close();
    const busy = cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_BUSY');
    if (!busy) throw cause;
    throw new ContentBusyError('Another import is running; try again when it has ended.', { cause });
  }
}

function createWriter(db: Database.Database, touched: Set<Collection>, replacing: boolean) {
  const puts = createPutIds(db);
  const jsonOf = db
    .prepare<[string, string], string>('SELECT json FROM content_rows WHERE collection = ? AND id = ?')
    .pluck();
  const ownerOf = db
    .prepare<[string, string, string], string>(
      'SELECT id FROM content_rows WHERE collection = ? AND name = ? AND scope = ?',
    )
    .pluck();
  const save = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO content_rows (collection, id, json, name, scope, created_ms, rank, label, lists, hidden)
     VALUES (@collection, @id, @json, @name, @scope, @createdMs, @rank, @label, @lists, @hidden)
     ON CONFLICT (collection, id) DO UPDATE SET json = excluded.json, name = excluded.name, scope = excluded.scope,
       created_ms = excluded.created_ms, rank = excluded.rank, label = excluded.label, lists = excluded.lists, hidden = excluded.hidden`,
  );
  const removeRest = db.prepare<[{ collection: string }]>(
    `DELETE FROM content_rows WHERE collection = @collection
     AND id NOT IN (SELECT id FROM put_ids WHERE collection = @collection)`,
  );
  const version = db.prepare<[], number>('SELECT version FROM content_state').pluck();

  return {
    putRow(collection: Collection, row: ContentRow): PutResult {
      if (puts.isTaken(collection, row.id)) return { status: 'repeated' };
      const before = jsonOf.get(collection, row.id);
      const owner = row.name === null ? undefined : ownerOf.get(collection, row.name, row.scope);
      const isFree = owner === undefined || owner === row.id;
      puts.note(collection, row.id, isFree);
      if (!isFree) return { status: 'name_taken', takenBy: owner };
      if (before === row.json) return { status: 'unchanged' };
      const { id, json, name, scope, createdMs, rank, label } = row;
      const lists = JSON.stringify(row.lists);
      save.run({ collection, id, json, name, scope, createdMs, rank, label, lists, hidden: row.hidden ? 1 : 0 });
      touched.add(collection);
      return { status: before === undefined ? 'created' : 'updated' };
    },
    removeOthers(collection: Collection): number {
      if (!replacing) throw new Error('removeOthers needs an import that was opened with replacing.');
      const { changes } = removeRest.run({ collection });
      if (changes > 0) touched.add(collection);
      return changes;
    },
    hasId: (collection: Collection, id: string) => jsonOf.get(collection, id) !== undefined,
    finish(): number {
      if (touched.size === 0) {
        db.exec('ROLLBACK');
        return version.get() ?? 0;
      }
      db.exec('UPDATE content_state SET version = version + 1');
      const committed = version.get() ?? 0;
      db.exec('COMMIT');
      db.pragma('wal_checkpoint(TRUNCATE)');
      return committed;
    },
  };
}

/** The ids of this import's rows, taken in or refused. */
function createPutIds(db: Database.Database) {
  db.pragma(`temp.cache_size = -${PUT_IDS_CACHE_KIB}`);
  db.exec(
    'CREATE TEMP TABLE put_ids (collection TEXT, id TEXT, taken INTEGER, PRIMARY KEY (collection, id)) WITHOUT ROWID',
  );
  const find = db
    .prepare<[string, string], number>('SELECT taken FROM put_ids WHERE collection = ? AND id = ?')
    .pluck();
  const save = db.prepare<[string, string, number]>(
    'INSERT OR REPLACE INTO put_ids (collection, id, taken) VALUES (?, ?, ?)',
  );
  return {
    isTaken: (collection: Collection, id: string) => find.get(collection, id) === 1,
    note: (collection: Collection, id: string, taken: boolean) => void save.run(collection, id, taken ? 1 : 0),
  };
}

/** Cuts the lists of a collection into blocks anew, in one pass over its rows in their order. */
async function rebuildLists(db: Database.Database, collection: Collection): Promise<void> {
  db.prepare('DELETE FROM content_lists WHERE collection = ?').run(collection);
  db.prepare('DELETE FROM content_blocks WHERE collection = ?').run(collection);
  const nextRows = db.prepare<[Omit<OrderedRow, 'num' | 'lists'> & { collection: string }], OrderedRow>(
    `SELECT num, rank, label, id, lists FROM content_rows
     WHERE collection = @collection AND (rank, label, id) > (@rank, @label, @id)
     ORDER BY rank, label, id LIMIT ${PASS_ROWS}`,
  );
  const blocks = createBlockWriter(db, collection);
  let last = { rank: Number.NEGATIVE_INFINITY, label: '', id: '' };
  for (;;) {
    const rows = orUnavailable(() => nextRows.all({ collection, rank: last.rank, label: last.label, id: last.id }));
    orUnavailable(() => {
      for (const row of rows) blocks.add(row);
    });
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end;
    // A service that imports its own demo content answers requests in between.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  orUnavailable(() => blocks.finish());
}

function createBlockWriter(db: Database.Database, collection: Collection) {
  const saveBlock = db.prepare('INSERT INTO content_blocks (collection, list, block, nums) VALUES (?, ?, ?, ?)');
  const saveList = db.prepare('INSERT INTO content_lists (collection, list, total) VALUES (?, ?, ?)');
  const open = new Map<string, { total: number; nums: number[] }>();

  function flush(list: string, state: { total: number; nums: number[] }): void {
    if (state.nums.length === 0) return;
    saveBlock.run(collection, list, Math.floor((state.total - 1) / BLOCK_ROWS), JSON.stringify(state.nums));
    state.nums = [];
  }

  return {
    add(row: OrderedRow): void {
      const lists: unknown = JSON.parse(row.lists);
      if (!Array.isArray(lists)) throw new Error(`The lists of row ${row.num} are damaged.`);
      for (const list of lists) {
        const state = open.get(list) ?? { total: 0, nums: [] };
        open.set(list, state);
        state.total += 1;
        state.nums.push(row.num);
        if (state.nums.length === BLOCK_ROWS) flush(list, state);
      }
    },
    finish(): void {
      for (const [list, state] of open) {
        flush(list, state);
        saveList.run(collection, list, state.total);
      }
    },
  };
}
