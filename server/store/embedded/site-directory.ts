import type { Statement } from 'better-sqlite3';
import type { DirectoryStore, SiteRecord } from '../directory-store.ts';
import type { DirectoryParts } from './account-directory.ts';
import { readSiteRow, rowOfSite, SELECT_SITES, type SiteRow } from './record-rows.ts';

type SiteMethods = Pick<DirectoryStore, 'saveSite' | 'findSite' | 'listSites'>;

/** Nothing is written where the account is missing, or where the id is taken by another account. */
const SAVE = `
  INSERT INTO sites (id, account, name, origins, key_id, votes_per_minute, ask_username, created_at)
  SELECT $id, num, $name, $origins, $keyId, $votesPerMinute, $askUsername, $createdAt FROM accounts WHERE id = $accountId
  ON CONFLICT (id) DO UPDATE SET
    name = excluded.name, origins = excluded.origins, key_id = excluded.key_id, created_at = excluded.created_at,
    votes_per_minute = excluded.votes_per_minute, ask_username = excluded.ask_username
  WHERE account = excluded.account`;

export class SiteDirectory implements SiteMethods {
  readonly #parts: DirectoryParts;
  readonly #byId: Statement<[string], SiteRow>;
  readonly #ofAccount: Statement<[string], SiteRow>;
  readonly #save: Statement<[SiteRow]>;

  constructor(parts: DirectoryParts) {
    const { db } = parts.file;
    this.#parts = parts;
    this.#byId = db.prepare(`${SELECT_SITES} WHERE s.id = ?`);
    this.#ofAccount = db.prepare(`${SELECT_SITES} WHERE a.id = ? ORDER BY s.created_at, s.id`);
    this.#save = db.prepare(SAVE);
  }

  async saveSite(site: SiteRecord): Promise<void> {
    await this.#parts.changes.write(() => {
      const { changes } = this.#save.run(rowOfSite(site));
      if (changes === 0) throw new Error(`Site ${site.id} belongs to another account, or has no account.`);
      return { answer: null, changed: [site.accountId] };
    });
  }

  async findSite(id: string): Promise<SiteRecord | null> {
    return this.#read(() => {
      const row = this.#byId.get(id);
      return row === undefined ? null : readSiteRow(row);
    });
  }

  async listSites(accountId: string): Promise<SiteRecord[]> {
    return this.#read(() => this.#ofAccount.all(accountId).map(readSiteRow));
  }

  #read<T>(work: () => T): T {
    this.#parts.changes.look();
    return this.#parts.file.read(work);
  }
}
