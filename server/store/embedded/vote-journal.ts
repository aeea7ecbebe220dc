import type { Database } from 'better-sqlite3';
import { GatheredVotes } from './gathered-votes.ts';
import { type JournalTables, prepareJournal } from './journal-rows.ts';
import { entryOf, type LogEntry, type LogValues } from './log-rows.ts';
import { addToTotals } from './total-rows.ts';
import { isLater, type VoteId } from './vote-id.ts';

/** So many votes gather before they are moved: the more, the more of them share a page. */
const GATHERED = 8_192;
/** They are moved in about so many transactions, beside votes which wait for it. */
const PARTS = 16;
/** Votes moved for each that is counted: more than one, so that moving ends before as many have gathered again. */
const MOVED_PER_VOTE = 2;

/** The votes that are being moved, up to a row of the journal. */
interface Move {
  readonly upTo: number;
  readonly votes: GatheredVotes;
  /** The accounts that are left, the last one first. */
  readonly accounts: number[];
}

/**
 * The newest votes of all accounts, in the order in which they were counted. The log and the totals are kept by account, so that
 * each vote would write to pages of its own; votes gather here and are moved there account by account, many to a page.
 *
 * The table has a row for each transaction of votes. The first row is empty: all up to it were moved. Votes of later rows that
 * are not newer than the newest of their account in the log were moved as well, and are passed over. All are in memory too.
 */
export class VoteJournal {
  readonly #tables: JournalTables;
  readonly #gathered: number;
  /** Those that are not being moved yet. */
  #votes = new GatheredVotes();
  #move: Move | null = null;
  #firstNum = -1;
  #lastNum = -1;
  /** Up to here another process may have moved some, or `moveAllOf` here. */
  #doubtfulUpTo = -1;
  #due = 0;
  /** What the transaction under way changes here once it has gone through. */
  #pending: (() => void)[] = [];

  constructor(db: Database, gathered = GATHERED) {
    this.#tables = prepareJournal(db);
    this.#gathered = gathered;
  }

  /** The last row. */
  get lastNum(): number {
    return this.#lastNum;
  }

  /** Takes over what other connections have written. To be called in a transaction, before it changes anything here. */
  sync(): void {
    const firstNum = this.#tables.firstNum.get() ?? 0;
    const lastNum = this.#tables.lastNum.get() ?? 0;
    const isMoved = firstNum > this.#firstNum;
    const rows = this.#tables.after.all(isMoved ? firstNum : this.#lastNum);
    if (isMoved) this.#forget();
    // Processes that move at once move the same, so each has to keep up with the votes of all.
    this.#due += rows.length * MOVED_PER_VOTE;
    for (const values of rows) this.#votes.add(values);
    this.#firstNum = firstNum;
    this.#lastNum = lastNum;
    this.#doubtfulUpTo = lastNum;
  }

  /** Votes of an account that are not in the log yet, oldest first. */
  unmoved(account: number): LogEntry[] {
    return this.#unmovedOf(account).map(entryOf);
  }

  /** The newest vote id of an account, here or in the log. */
  newestVote(account: number): VoteId {
    const newest = this.#votes.newest(account) ?? this.#move?.votes.newest(account) ?? null;
    if (newest !== null && !this.#isDoubtful) return newest;
    const moved = this.#tables.newestMoved.get(account, account);
    if (moved === undefined) return { ms: 0, seq: 0 };
    return newest !== null && isLater(newest, moved) ? newest : moved;
  }

  /** How many unmoved votes of an account each server has, which its total does not count yet. */
  countUnmoved(account: number): Map<number, number> {
    const counts = new Map<number, number>();
    for (const [, , , server] of this.#unmovedOf(account)) counts.set(server, (counts.get(server) ?? 0) + 1);
    return counts;
  }

  /** Writes the votes of a transaction. */
  append(entries: readonly LogValues[]): void {
    if (entries.length === 0) return;
    const num = this.#lastNum + 1;
    // One row is far less work than one for each vote.
    this.#tables.append.run(num, JSON.stringify(entries));
    this.#pending.push(() => {
      for (const values of entries) this.#votes.add(values);
      this.#lastNum = num;
    });
  }

  /** Moves some, when many have gathered and enough were counted since, here or by others. */
  step(votes: number): void {
    if (this.#move === null && this.#votes.added < this.#gathered) {
      this.#due = 0;
      return;
    }
    this.#due += votes * MOVED_PER_VOTE;
    const part = Math.ceil(this.#gathered / PARTS);
    if (this.#due < part) return;
    const moved = Math.min(this.#due, (votes + part) * MOVED_PER_VOTE);
    this.#due -= moved;
    this.#moveSome(moved);
  }

  /** Moves so many at most; false when none was left up to that row. */
  moveUpTo(num: number, limit: number): boolean {
    if (this.#firstNum >= num) return false;
    this.#moveSome(limit);
    return true;
  }

  /** Moves all of an account: for those who are to change what is in the log, before they do. */
  moveAllOf(account: number): void {
    this.sync();
    this.#save(account, this.#unmovedOf(account));
    const moved = [this.#move?.votes, this.#votes];
    this.#pending.push(() => {
      for (const votes of moved) votes?.drop(account, Number.POSITIVE_INFINITY);
    });
  }

  /** The transaction under way has gone through. */
  commit(): void {
    if (this.#pending.length === 0) return;
    const pending = this.#pending;
    this.#pending = [];
    for (const change of pending) change();
  }

  /** The transaction under way was undone. */
  rollback(): void {
    this.#pending = [];
  }

  #moveSome(limit: number): void {
    const move = this.#move ?? this.#beginMove();
    this.#move = move;
    let left = limit;
    for (let index = move.accounts.length - 1; left > 0 && index >= 0; index -= 1) {
      const account = move.accounts[index];
      if (account !== undefined) left -= this.#movePart(move, account, left);
    }
    if (left === limit) this.#endMove(move);
  }

  #beginMove(): Move {
    const votes = this.#votes;
    this.#votes = new GatheredVotes();
    return { upTo: this.#lastNum, votes, accounts: votes.accounts.sort((one, other) => other - one) };
  }

  /** Moves the oldest of an account, and answers how many. */
  #movePart({ votes, accounts }: Move, account: number, limit: number): number {
    const part = votes.of(account, limit);
    this.#save(account, this.#withoutMoved(account, part));
    this.#pending.push(() => {
      votes.drop(account, part.length);
      if (part.length < limit) accounts.pop();
    });
    return part.length;
  }

  #endMove({ upTo }: Move): void {
    this.#tables.drop.run(upTo);
    this.#tables.empty.run(upTo);
    this.#pending.push(() => {
      this.#firstNum = upTo;
      this.#move = null;
    });
  }

  #save(account: number, entries: readonly LogValues[]): void {
    for (const values of entries) this.#tables.log.run(...values);
    addToTotals(this.#tables, account, entries);
  }

  #unmovedOf(account: number): readonly LogValues[] {
    return this.#withoutMoved(account, [...(this.#move?.votes.of(account) ?? []), ...this.#votes.of(account)]);
  }

  #withoutMoved(account: number, entries: readonly LogValues[]): readonly LogValues[] {
    if (entries.length === 0 || !this.#isDoubtful) return entries;
    const newest = this.#tables.newestMoved.get(account, account);
    // An account that is gone has no row of its own and, in the end, no log.
    return newest === undefined ? [] : entries.filter(([, ms, seq]) => isLater({ ms, seq }, newest));
  }

  /** Whether votes that were moved may be here. */
  get #isDoubtful(): boolean {
    return this.#firstNum < this.#doubtfulUpTo;
  }

  /** Another process has moved some: what is left is read again. */
  #forget(): void {
    this.#move = null;
    this.#votes = new GatheredVotes();
  }
}
