import type { Database, Statement } from 'better-sqlite3';
import type { ServerRecord } from '../directory-store.ts';
import { foldName } from '../fold-name.ts';
import { SELECT_SERVERS } from './record-rows.ts';

/** The rows of servers and, with each, of its total: without a total no vote is counted. */
export class ServerRows {
  readonly byId: Statement<[id: string], ServerRecord>;
  readonly bySlug: Statement<[accountId: string, slug: string], ServerRecord>;
  readonly byName: Statement<[accountId: string, foldedName: string], ServerRecord>;
  readonly ofAccount: Statement<[accountId: string], ServerRecord>;
  readonly #votes: Statement<[number, number], number>;
  readonly #insert: Statement<[number, number, string, string, string, string, string, string, string]>;
  readonly #insertTotal: Statement<[number, number]>;
  readonly #update: Statement<[string, string, string, string, string, number, number]>;
  readonly #deletes: readonly Statement<[number, number]>[];

  constructor(db: Database) {
    this.byId = db.prepare(`${SELECT_SERVERS} WHERE s.id = ?`);
    this.bySlug = db.prepare(`${SELECT_SERVERS} WHERE a.id = ? AND s.slug = ?`);
    // Left to itself SQLite goes over all servers of the account, which lie in the order of their numbers.
    this.byName = db.prepare(
      `${SELECT_SERVERS} WHERE (s.account, s.num) IN (
         SELECT account, num FROM servers INDEXED BY servers_by_name
         WHERE account = (SELECT num FROM accounts WHERE id = ?) AND folded_name = ?)
       ORDER BY s.num`,
    );
    this.ofAccount = db.prepare(`${SELECT_SERVERS} WHERE a.id = ? ORDER BY s.num`);
    this.#votes = db
      .prepare<[number, number], number>('SELECT votes FROM moved_totals WHERE account = ? AND server = ?')
      .pluck();
    this.#insert = db.prepare(
      `INSERT INTO servers (account, num, id, slug, name, folded_name, description, image, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertTotal = db.prepare('INSERT INTO moved_totals (account, server, votes) VALUES (?, ?, 0)');
    this.#update = db.prepare(
      'UPDATE servers SET slug = ?, name = ?, folded_name = ?, description = ?, image = ? WHERE account = ? AND num = ?',
    );
    this.#deletes = [
      db.prepare('DELETE FROM servers WHERE account = ? AND num = ?'),
      db.prepare('DELETE FROM moved_totals WHERE account = ? AND server = ?'),
      db.prepare('DELETE FROM days WHERE account = ? AND server = ?'),
    ];
  }

  votes(account: number, num: number): number {
    return this.#votes.get(account, num) ?? 0;
  }

  insert(account: number, server: ServerRecord): void {
    const { num, id, slug, name, description, image, createdAt } = server;
    this.#insert.run(account, num, id, slug, name, foldName(name), description, image, createdAt);
    this.#insertTotal.run(account, num);
  }

  update(account: number, server: ServerRecord): void {
    const { num, slug, name, description, image } = server;
    this.#update.run(slug, name, foldName(name), description, image, account, num);
  }

  /** Votes, locks and log entries of the server stay; see Graves. */
  delete(account: number, num: number): void {
    for (const statement of this.#deletes) statement.run(account, num);
  }
}
