import { join } from 'node:path';
import type Database from 'better-sqlite3';
import type { Collection, ContentPage, ContentRange, ContentStore, FoundContent } from '../content-store.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import { BLOCK_ROWS, CONTENT_FILE, openContentFile, orUnavailable } from './content-file.ts';
import { openContentImport } from './content-import.ts';

/** An import by another process is seen so soon; looking more often would cost every request a call of SQLite. */
const LOOK_EVERY_MS = 50;

export interface OpenContentStore {
  readonly content: ContentStore;
  /** Aborts an import that is on its way, and lets go of the file. */
  close(): Promise<void>;
}

/** Content in a SQLite file. A read sees the last import that was committed, by whichever process. */
export function openEmbeddedContent(dataDir: string): OpenContentStore {
  const path = join(dataDir, CONTENT_FILE);
  const db = openContentFile(path, { busyTimeoutMs: 1000 });
  const reader = createReader(db);
  const read = <T>(run: () => T): T => {
    if (!db.open) throw new StoreUnavailableError('The embedded store was closed.');
    return orUnavailable(run);
  };
  const running = new Set<{ abort(): Promise<void> }>();
  return {
    content: {
      readVersion: () => reader.rememberedVersion() ?? read(reader.readVersion),
      findById: (collection, id) => read(() => reader.findById(collection, id)),
      findByName: (collection, name, scope) => read(() => reader.findByName(collection, name, scope)),
      readPage: (collection, list, range) => read(() => reader.readPage(collection, list, range)),
      openImport: async (options = {}) => {
        const started = openContentImport(path, {
          replacing: options.replacing ?? false,
          onEnd: () => {
            running.delete(started);
            reader.look();
          },
        });
        running.add(started);
        return started;
      },
    },
    async close() {
      for (const started of running) await started.abort();
      db.close();
    },
  };
}

/** What a file without its one row of state has. */
const ABSENT: FoundContent = { version: 0, json: null };

/** Every read is one transaction, so that an answer is of one version. */
function createReader(db: Database.Database) {
  const reads = prepareReads(db);
  let seenChange = -1;
  let knownVersion = 0;
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  const readPage = db.transaction((collection: Collection, list: string, range: ContentRange): ContentPage => {
    const total = reads.total.get(collection, list) ?? 0;
    const from = Math.min(range.offset, total);
    const to = Math.min(from + range.limit, total);
    const nums = numsBetween(from, to, (block) => reads.block.get(collection, list, block));
    return { version: reads.version.get() ?? 0, total, rows: reads.rows.all(nums) };
  });

  return {
    /** `null` when it is time to look. */
    rememberedVersion: () => (performance.now() - lookedAtMs < LOOK_EVERY_MS ? knownVersion : null),
    readVersion(): number {
      // SQLite's own counter of changes by other connections tells whether the version is worth reading again.
      const change = reads.change.get() ?? 0;
      if (change !== seenChange) {
        knownVersion = reads.version.get() ?? 0;
        seenChange = change;
      }
      lookedAtMs = performance.now();
      return knownVersion;
    },
    /** Looks at the next question: something was changed. */
    look(): void {
      lookedAtMs = Number.NEGATIVE_INFINITY;
    },
    findById: (collection: Collection, id: string) => reads.byId.get(collection, id) ?? ABSENT,
    findByName: (collection: Collection, name: string, scope: string | null) =>
      (scope === null ? reads.byName.get(collection, name) : reads.byScopedName.get(collection, name, scope)) ?? ABSENT,
    readPage: (collection: Collection, list: string, range: ContentRange) => readPage(collection, list, range),
  };
}

function prepareReads(db: Database.Database) {
  // One statement is a transaction as well, and a quarter of the calls.
  const find = (which: string) =>
    `SELECT version, (SELECT json FROM content_rows WHERE NOT hidden AND collection = ? AND ${which}) AS json FROM content_state`;
  return {
    change: db.prepare<[], number>('PRAGMA data_version').pluck(),
    version: db.prepare<[], number>('SELECT version FROM content_state').pluck(),
    byId: db.prepare<[string, string], FoundContent>(find('id = ?')),
    byName: db.prepare<[string, string], FoundContent>(find('name = ? ORDER BY created_ms, id LIMIT 1')),
    byScopedName: db.prepare<[string, string, string], FoundContent>(find('name = ? AND scope = ?')),
    total: db
      .prepare<[string, string], number>('SELECT total FROM content_lists WHERE collection = ? AND list = ?')
      .pluck(),
    block: db
      .prepare<[string, string, number], string>(
        'SELECT nums FROM content_blocks WHERE collection = ? AND list = ? AND block = ?',
      )
      .pluck(),
    rows: db
      .prepare<[string], string>(
        `SELECT content_rows.json FROM json_each(?) AS place
         JOIN content_rows ON content_rows.num = place.value ORDER BY place.key`,
      )
      .pluck(),
  };
}

/** The numbers of the rows from one offset to another, out of the blocks that hold them, as a JSON array. */
function numsBetween(from: number, to: number, readBlock: (block: number) => string | undefined): string {
  let nums = '';
  for (let block = Math.floor(from / BLOCK_ROWS); block * BLOCK_ROWS < to; block += 1) {
    const start = block * BLOCK_ROWS;
    const part = membersBetween(readBlock(block) ?? '[]', Math.max(from - start, 0), to - start);
    if (part !== '') nums += nums === '' ? part : `,${part}`;
  }
  return `[${nums}]`;
}

/**
 * The members of a JSON array of numbers from one position to another, as they are written: a page needs some twenty of the
 * hundreds in a block, and reading them all took it longer than finding the rows.
 */
function membersBetween(array: string, from: number, to: number): string {
  const end = array.length - 1;
  let begin = 1;
  for (let member = 0; member < from; member += 1) {
    begin = array.indexOf(',', begin) + 1;
    if (begin === 0) return '';
  }
  let next = begin;
  for (let member = from; member < to; member += 1) {
    next = array.indexOf(',', next) + 1;
    if (next === 0) return array.slice(begin, end);
  }
  return array.slice(begin, next - 1);
}
