import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MIGRATIONS } from './schema.ts';
import { ServerRows } from './server-rows.ts';

describe('the rows of servers', () => {
  let db: Database.Database;
  beforeEach(() => {
    db = new Database(':memory:');
    for (const step of MIGRATIONS) db.exec(step);
  });
  afterEach(() => void db.close());

  test.each(['byId', 'bySlug', 'byName'] as const)('%s finds a server by an index, however many there are', (name) => {
    const { source } = new ServerRows(db)[name];
    const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source.replaceAll('?', "'x'")}`).all();
    const ofServers = plan.map(({ detail }) => detail).filter((detail) => / (s|servers)( |$)/.test(detail));
    // A part of a key that ends with the account would go over all servers of it.
    expect(ofServers.length).toBeGreaterThan(0);
    for (const detail of ofServers) expect(detail).toMatch(/\((id=\?|account=\? AND \w+=\?)\)$/);
  });
});
