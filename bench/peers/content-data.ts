import Database from 'better-sqlite3';
import { Redis } from 'ioredis';
import { sampleResource, sampleSlug } from '../content/sample-resources.ts';
import { hashOfKey } from './peer-data.ts';

/** What the content peers look up, under these names in Redis: hash of the key -> account, slug -> JSON, and slugs by time. */
export const CONTENT_KEYS = 'peer:content:keys';
export const NEWEST = 'peer:content:newest';
/** As the quota of the service is set in the benchmark: far above what any key gets. */
export const CONTENT_PER_MINUTE = 1_000_000;

const BATCH_ROWS = 1_000;

/** What the peers are given. */
export interface PeerContent {
  readonly key: string;
  readonly rows: number;
}

interface PeerRow {
  readonly slug: string;
  readonly createdMs: number;
  readonly json: string;
}

export function bodyKeyOf(slug: string): string {
  return `peer:content:slug:${slug}`;
}

/** Gives the peer on Redis a key and so many resources, the same that the service has. */
export async function writePeerRedis(url: string, { key, rows }: PeerContent): Promise<void> {
  const redis = new Redis(url);
  await redis.hset(CONTENT_KEYS, hashOfKey(key), 'reader');
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    const batch = redis.pipeline();
    for (const { slug, createdMs, json } of rowsOf(from, Math.min(from + BATCH_ROWS, rows))) {
      batch.set(bodyKeyOf(slug), json).zadd(NEWEST, createdMs, slug);
    }
    for (const [error] of (await batch.exec()) ?? []) if (error !== null) throw error;
  }
  await redis.quit();
}

/** The same in a file of SQLite, with the indexes that its queries ask for. */
export function writePeerFile(path: string, { key, rows }: PeerContent): void {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.exec(`
    CREATE TABLE keys (hash TEXT PRIMARY KEY, account TEXT NOT NULL);
    CREATE TABLE resources (slug TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, json TEXT NOT NULL);
    CREATE INDEX newest ON resources (created_ms DESC);
  `);
  db.prepare('INSERT INTO keys (hash, account) VALUES (?, ?)').run(hashOfKey(key), 'reader');
  const insert = db.prepare('INSERT INTO resources (slug, created_ms, json) VALUES (@slug, @createdMs, @json)');
  const insertAll = db.transaction(() => {
    for (const row of rowsOf(0, rows)) insert.run(row);
  });
  insertAll();
  db.close();
}

function* rowsOf(from: number, to: number): Generator<PeerRow> {
  for (let number = from; number < to; number += 1) {
    const resource = sampleResource(number);
    const createdMs = Date.parse(resource.createdAt);
    yield { slug: sampleSlug(number), createdMs, json: JSON.stringify(resource) };
  }
}
