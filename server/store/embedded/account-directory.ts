import type { Statement } from 'better-sqlite3';
import type { Account, DirectoryStore } from '../directory-store.ts';
import type { ChangeWatch } from './change-watch.ts';
import type { DatabaseFile } from './database-file.ts';
import type { Graves } from './graves.ts';
import type { VoteJournal } from './vote-journal.ts';

/** What every part of the directory is built from. */
export interface DirectoryParts {
  readonly file: DatabaseFile;
  readonly changes: ChangeWatch;
  readonly graves: Graves;
  readonly journal: VoteJournal;
}

type AccountMethods = Pick<
  DirectoryStore,
  'createAccount' | 'findAccount' | 'findAccountByUsername' | 'listAccounts' | 'deleteAccount'
>;

const COLUMNS = 'id, username, created_at AS createdAt';
/** In this order each row may refer to those after it. */
const OWNED_TABLES = ['sites', 'keys', 'servers', 'moved_totals'] as const;

export class AccountDirectory implements AccountMethods {
  readonly #parts: DirectoryParts;
  readonly #byId: Statement<[string], Account>;
  readonly #byUsername: Statement<[string], Account>;
  readonly #all: Statement<[], Account>;
  readonly #num: Statement<[string], number>;
  readonly #insert: Statement<[string, string, string]>;
  readonly #deleteOwned: readonly Statement<[number]>[];
  readonly #delete: Statement<[number]>;

  constructor(parts: DirectoryParts) {
    const { db } = parts.file;
    this.#parts = parts;
    this.#byId = db.prepare(`SELECT ${COLUMNS} FROM accounts WHERE id = ?`);
    this.#byUsername = db.prepare(`SELECT ${COLUMNS} FROM accounts WHERE username = ?`);
    this.#all = db.prepare(`SELECT ${COLUMNS} FROM accounts ORDER BY num`);
    this.#num = db.prepare<[string], number>('SELECT num FROM accounts WHERE id = ?').pluck();
    this.#insert = db.prepare('INSERT INTO accounts (id, username, created_at) VALUES (?, ?, ?)');
    this.#deleteOwned = OWNED_TABLES.map((table) => db.prepare(`DELETE FROM ${table} WHERE account = ?`));
    this.#delete = db.prepare('DELETE FROM accounts WHERE num = ?');
  }

  async createAccount({ id, username, createdAt }: Account): Promise<'created' | 'username_taken'> {
    return this.#parts.changes.write(() => {
      if (this.#byUsername.get(username) !== undefined) return { answer: 'username_taken', changed: [] };
      this.#insert.run(id, username, createdAt);
      return { answer: 'created', changed: [id] };
    });
  }

  async findAccount(id: string): Promise<Account | null> {
    return this.#read(() => this.#byId.get(id) ?? null);
  }

  async findAccountByUsername(username: string): Promise<Account | null> {
    return this.#read(() => this.#byUsername.get(username) ?? null);
  }

  async listAccounts(): Promise<Account[]> {
    return this.#read(() => this.#all.all());
  }

  async deleteAccount(id: string): Promise<boolean> {
    const { changes, graves } = this.#parts;
    const isDeleted = await changes.write(() => {
      const num = this.#num.get(id);
      if (num === undefined) return { answer: graves.has(id), changed: [] };
      graves.digForAccount(num, id);
      for (const statement of this.#deleteOwned) statement.run(num);
      this.#delete.run(num);
      return { answer: true, changed: [id] };
    });
    // Nothing of the account can be reached any more; its votes and log may be many and go in steps.
    if (isDeleted) await graves.fill();
    return isDeleted;
  }

  #read<T>(work: () => T): T {
    this.#parts.changes.look();
    return this.#parts.file.read(work);
  }
}
