import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { CONTENT_FILE, openContentFile } from './content-file.ts';

let path: string;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'content-file-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  path = join(folder, CONTENT_FILE);
});

const open = () => openContentFile(path, { busyTimeoutMs: 1_000 });

test('a new file has pages of 16 KiB, so that few of them hold a page of a list', () => {
  const db = open();
  expect(db.pragma('page_size', { simple: true })).toBe(16_384);
  db.close();
});

test('a file with pages of another size, as earlier releases made it, keeps them and is used as it is', () => {
  const earlier = new Database(path);
  earlier.exec('PRAGMA page_size = 4096; PRAGMA journal_mode = WAL');
  earlier.close();
  open().close();
  const db = open();
  expect(db.pragma('page_size', { simple: true })).toBe(4_096);
  expect(db.prepare('SELECT count(*) FROM content_rows').pluck().get()).toBe(0);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
});
