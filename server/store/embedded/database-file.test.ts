import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseFile } from './database-file.ts';
import { MIGRATIONS } from './schema.ts';

describe('the file of the embedded store', () => {
  let folder: string;
  let path: string;
  const opened: DatabaseFile[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'server-vote-file-'));
    path = join(folder, 'deep', 'data', 'server-vote.db');
  });
  afterEach(async () => {
    for (const file of opened.splice(0)) file.close();
    await rm(folder, { recursive: true });
  });

  const open = () => {
    const file = new DatabaseFile(path);
    opened.push(file);
    return file;
  };

  test('folder and file are made for this user alone', async () => {
    open();
    const modes = [join(folder, 'deep', 'data'), path, `${path}-wal`].map(
      async (name) => (await stat(name)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o600, 0o600]);
  });

  test('every connection has a write-ahead log, flushes each commit and keeps references', () => {
    const file = open();
    const other = file.connect();
    for (const db of [file.db, other]) {
      expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
      expect(db.pragma('synchronous', { simple: true })).toBe(2);
      expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
      expect(db.pragma('busy_timeout', { simple: true })).toBe(1_000);
    }
    other.close();
  });

  test('a service keeps most locks of a million votes in memory, and no file is mapped, for a bad disk would end the process', () => {
    const file = open();
    const keptBytes = () => Number(file.db.pragma('cache_size', { simple: true })) * -1024;
    expect(keptBytes()).toBeLessThan(17 * 1024 * 1024);
    file.keepLocksInMemory();
    expect(keptBytes()).toBe(64 * 1024 * 1024);
    expect(file.db.pragma('mmap_size', { simple: true })).toBe(0);
  });

  test('a file of a newer version is refused by a sentence that names both versions, and is left alone', () => {
    open().db.pragma('user_version = 999');
    expect(open).toThrow(`newer version of server-vote (schema 999, this one knows ${MIGRATIONS.length})`);
    expect(opened[0]?.db.pragma('user_version', { simple: true })).toBe(999);
  });

  test('a database of another program is refused and left alone', async () => {
    path = join(folder, 'server-vote.db');
    const foreign = new Database(path);
    foreign.exec('CREATE TABLE notes (text)');
    foreign.close();
    expect(open).toThrow(/database of another program: move it away, or name another DATA_DIR/);
    const again = new Database(path);
    expect(again.prepare('SELECT name FROM sqlite_master').pluck().all()).toEqual(['notes']);
    again.close();
  });

  test('a file that is no database is refused by a sentence with a cure', async () => {
    path = join(folder, 'server-vote.db');
    await writeFile(path, 'Dear diary, '.repeat(1_000));
    expect(open).toThrow(/server-vote\.db: .*no SQLite database: move it away/);
  });

  test('a folder that cannot be made is refused with its path', async () => {
    await writeFile(join(folder, 'deep'), '');
    expect(open).toThrow(/deep/);
  });

  test('opening again, and twice at once, takes no step of the schema twice', () => {
    open();
    const [first, second] = [open(), open()];
    expect(first.db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    expect(second.db.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  test('a file can be opened while another process writes', () => {
    const writing = open().connect();
    writing.exec('BEGIN IMMEDIATE');
    expect(open().read(() => 'reads')).toBe('reads');
    writing.close();
  });

  test('a transaction that throws leaves nothing and says so to those who remember', async () => {
    const file = open();
    let undone = 0;
    file.onRollback(() => {
      undone += 1;
    });
    const writing = file.write(() => {
      file.db.exec("INSERT INTO meta VALUES ('half', 1)");
      throw new Error('no');
    });
    await expect(writing).rejects.toThrow('no');
    expect(undone).toBe(1);
    expect(file.db.prepare("SELECT 1 FROM meta WHERE name = 'half'").get()).toBeUndefined();
    expect(await file.write(() => 'works again')).toBe('works again');
  });

  test('a write waits for another process without holding up this one', async () => {
    const file = open();
    const other = file.connect();
    other.exec('BEGIN IMMEDIATE');
    const order: string[] = [];
    const writing = file.write(
      () => order.push('written'),
      () => order.push('committed'),
    );
    for (let turn = 0; turn < 5; turn += 1) await setTimeout(10, order.push('turn'));
    expect(file.tryWrite(() => order.push('never'))).toHaveProperty('busy.cause.code', 'SQLITE_BUSY');
    other.exec('COMMIT');
    other.close();
    await writing;
    expect(order).toEqual(['turn', 'turn', 'turn', 'turn', 'turn', 'written', 'committed']);
    expect(file.db.pragma('busy_timeout', { simple: true })).toBe(1_000);
  });
});
