import { AccountMinutes } from './account-minutes.ts';
import type { VoteId } from './vote-id.ts';
import type { VoteJournal } from './vote-journal.ts';
import type { LockRow, VoteTables } from './vote-tables.ts';

/** So many accounts, servers and keys are remembered; then all are forgotten, which only costs reading them again. */
const MAX_REMEMBERED = 50_000;

/** What is remembered of an account between votes. */
export interface RememberedAccount {
  readonly num: number;
  /** The newest vote id; `null` while that was not looked up. */
  newestVote: VoteId | null;
  /** When the oldest vote in the log was counted, or earlier; `null` while that was not looked up. */
  oldestVoteMs: number | null;
  /** Whether `totals` has those of all servers with votes in the journal, which the file's do not count. */
  knowsUnmoved: boolean;
  /** By server number; `null` where there is no such server. */
  readonly totals: Map<number, number | null>;
  /** `null` while they were not looked up. */
  minutes: AccountMinutes | null;
}

/**
 * Totals and sliding minutes as they are in the file, so that a vote need not read them. SQLite tells by `data_version` when
 * another connection has written; then everything is read again. Always used within a transaction.
 */
export class VoteMemory {
  readonly #tables: VoteTables;
  readonly #journal: VoteJournal;
  readonly #accounts = new Map<string, RememberedAccount>();
  #dataVersion = -1;
  #size = 0;

  constructor(tables: VoteTables, journal: VoteJournal) {
    this.#tables = tables;
    this.#journal = journal;
  }

  /** To be called first in every transaction: forgets what others may have changed. */
  refresh(): void {
    const version = this.#tables.dataVersion.get() ?? -1;
    const isForeign = version !== this.#dataVersion;
    if (isForeign || this.#size > MAX_REMEMBERED) this.forget();
    if (isForeign) this.#journal.sync();
    this.#dataVersion = version;
  }

  forget(): void {
    this.#accounts.clear();
    this.#size = 0;
  }

  account(id: string): RememberedAccount | null {
    const known = this.#accounts.get(id);
    if (known !== undefined) return known;
    const num = this.#tables.account.get(id);
    if (num === undefined) return null;
    const account = {
      num,
      newestVote: null,
      oldestVoteMs: null,
      knowsUnmoved: false,
      totals: new Map(),
      minutes: null,
    };
    this.#remember(this.#accounts, id, account);
    return account;
  }

  /** All votes of a server; `null` where the account has no such server. */
  total(account: RememberedAccount, server: number): number | null {
    if (!account.knowsUnmoved) this.#readUnmoved(account);
    const known = account.totals.get(server);
    if (known !== undefined) return known;
    const total = this.#tables.total.get(account.num, server)?.votes ?? null;
    this.#remember(account.totals, server, total);
    return total;
  }

  minutes(account: RememberedAccount, nowMs: number): AccountMinutes {
    account.minutes ??= new AccountMinutes(this.#tables, account.num, {
      nowMs,
      journal: this.#journal,
      onRemember: (count) => {
        this.#size += count;
      },
    });
    return account.minutes;
  }

  newestVote(account: RememberedAccount): VoteId {
    account.newestVote ??= this.#journal.newestVote(account.num);
    return account.newestVote;
  }

  /** Of an account that has just voted. Where neither the log nor the journal has any, that vote is the oldest. */
  oldestVoteMs(account: RememberedAccount): number {
    account.oldestVoteMs ??=
      this.#tables.oldestVote.get(account.num) ??
      this.#journal.unmoved(account.num).at(0)?.ms ??
      this.newestVote(account).ms;
    return account.oldestVoteMs;
  }

  /** The live locks of these hashes, in their order. */
  locks(
    place: { readonly account: RememberedAccount; readonly server: number },
    voters: readonly string[],
    nowMs: number,
  ): LockRow[] {
    const locks: LockRow[] = [];
    for (const voter of voters) {
      const lock = this.#tables.lock.get(place.account.num, place.server, voter, nowMs);
      if (lock !== undefined) locks.push(lock);
    }
    return locks;
  }

  #readUnmoved(account: RememberedAccount): void {
    for (const [server, votes] of this.#journal.countUnmoved(account.num)) {
      const row = this.#tables.total.get(account.num, server);
      this.#remember(account.totals, server, row === undefined ? null : row.votes + votes);
    }
    account.knowsUnmoved = true;
  }

  #remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
    map.set(key, value);
    this.#size += 1;
  }
}

/** When the last of these locks ends; `null` without any. A voter whose secret changed can have one under each hash. */
export function latestEndOf(locks: readonly LockRow[]): number | null {
  return locks.length === 0 ? null : Math.max(...locks.map((lock) => lock.nextVoteAtMs));
}
