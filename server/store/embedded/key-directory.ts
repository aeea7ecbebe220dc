import type { Statement } from 'better-sqlite3';
import type { DirectoryStore, KeyRecord } from '../directory-store.ts';
import type { DirectoryParts } from './account-directory.ts';
import { type KeyRow, readKeyRow, rowOfKey, SELECT_KEYS } from './record-rows.ts';
import { isConstraintFault } from './store-faults.ts';

type KeyMethods = Pick<DirectoryStore, 'saveKey' | 'findKey' | 'findKeyByHash' | 'listKeys'>;

/** Nothing is written where the account is missing, or where the id is taken by another key or account. The earlier end stays. */
const SAVE = `
  INSERT INTO keys (id, account, hash, hint, kind, attest, votes_per_minute, created_at, expires_at_ms)
  SELECT $id, num, $hash, $hint, $kind, $attest, $votesPerMinute, $createdAt, $expiresAtMs
  FROM accounts WHERE id = $accountId
  ON CONFLICT (id) DO UPDATE SET
    hint = excluded.hint, kind = excluded.kind, attest = excluded.attest, created_at = excluded.created_at,
    votes_per_minute = excluded.votes_per_minute,
    expires_at_ms = min(
      coalesce(keys.expires_at_ms, excluded.expires_at_ms),
      coalesce(excluded.expires_at_ms, keys.expires_at_ms)
    )
  WHERE hash = excluded.hash AND account = excluded.account`;

export class KeyDirectory implements KeyMethods {
  readonly #parts: DirectoryParts;
  readonly #byId: Statement<[string], KeyRow>;
  readonly #byHash: Statement<[string], KeyRow>;
  readonly #ofAccount: Statement<[string], KeyRow>;
  readonly #save: Statement<[KeyRow]>;

  constructor(parts: DirectoryParts) {
    const { db } = parts.file;
    this.#parts = parts;
    this.#byId = db.prepare(`${SELECT_KEYS} WHERE k.id = ?`);
    this.#byHash = db.prepare(`${SELECT_KEYS} WHERE k.hash = ?`);
    this.#ofAccount = db.prepare(`${SELECT_KEYS} WHERE a.id = ? ORDER BY k.created_at, k.id`);
    this.#save = db.prepare(SAVE);
  }

  async saveKey(key: KeyRecord): Promise<void> {
    try {
      await this.#parts.changes.write(() => {
        const { changes } = this.#save.run(rowOfKey(key));
        if (changes === 0)
          throw new Error(`Key ${key.id} belongs to another account, has another hash, or has no account.`);
        return { answer: null, changed: [key.accountId] };
      });
    } catch (error) {
      throw isConstraintFault(error)
        ? new Error(`Key ${key.id} has the hash of another key.`, { cause: error })
        : error;
    }
  }

  async findKey(id: string): Promise<KeyRecord | null> {
    return this.#read(() => readKey(this.#byId.get(id)));
  }

  async findKeyByHash(hash: string): Promise<KeyRecord | null> {
    return this.#read(() => readKey(this.#byHash.get(hash)));
  }

  async listKeys(accountId: string): Promise<KeyRecord[]> {
    return this.#read(() => this.#ofAccount.all(accountId).map(readKeyRow));
  }

  #read<T>(work: () => T): T {
    this.#parts.changes.look();
    return this.#parts.file.read(work);
  }
}

function readKey(row: KeyRow | undefined): KeyRecord | null {
  return row === undefined ? null : readKeyRow(row);
}
