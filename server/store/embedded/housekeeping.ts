import type { Statement } from 'better-sqlite3';
import type { DatabaseFile } from './database-file.ts';
import { DAY_MS } from './day.ts';
import type { Graves } from './graves.ts';
import { OLDEST_IN_JOURNAL } from './journal-rows.ts';
import type { LockSweep } from './lock-sweep.ts';
import { NOTE_NEWEST_VOTE } from './log-rows.ts';
import { moveJournal } from './move-journal.ts';
import type { VoteJournal } from './vote-journal.ts';

const ROUND_EVERY_MS = 1_000;
const LOCKS_PER_ROUND = 2_000;
const ACCOUNTS_PER_ROUND = 100;
/** Accounts that one round takes something from, and how many log entries and minutes of each. */
const OVERDUE_PER_ROUND = 5;
const ROWS_PER_ACCOUNT = 200;
/** Where few vote, entries of the log are moved there after so long, to be taken away with it. */
const JOURNAL_KEPT_MS = 60 * 60_000;
/** Longer than they count for. */
const MINUTES_KEPT_MS = 10 * 60_000;

export interface HousekeepingParts {
  readonly file: DatabaseFile;
  readonly graves: Graves;
  readonly sweep: LockSweep;
  readonly journal: VoteJournal;
  readonly clock: () => number;
  readonly voteLogDays: number;
  readonly onWarning: (message: string, cause?: unknown) => void;
}

/**
 * Takes away what is over while nobody votes: locks, minutes, old log entries, and what an interrupted deletion left. A round
 * looks at a little of each and writes only where it found something.
 */
export class Housekeeping {
  readonly #parts: HousekeepingParts;
  readonly #nextAccounts: Statement<[number], number>;
  readonly #oldVote: Statement<[number, number]>;
  readonly #noteNewestVote: Statement<[number]>;
  readonly #dropVotes: Statement<[number, number]>;
  readonly #oldestInJournal: Statement<[], number>;
  readonly #oldMinute: Statement<[number, number]>;
  readonly #dropMinutes: Statement<[number, number]>;
  readonly #timer: NodeJS.Timeout;
  #lastAccount = 0;
  #isAtWork = false;
  #isFailing = false;

  constructor(parts: HousekeepingParts) {
    const { db } = parts.file;
    this.#parts = parts;
    this.#nextAccounts = db
      .prepare<[number], number>(`SELECT num FROM accounts WHERE num > ? ORDER BY num LIMIT ${ACCOUNTS_PER_ROUND}`)
      .pluck();
    this.#oldVote = db.prepare('SELECT 1 FROM votes WHERE account = ? AND ms < ? LIMIT 1');
    this.#noteNewestVote = db.prepare(NOTE_NEWEST_VOTE);
    this.#dropVotes = db.prepare(
      `DELETE FROM votes WHERE account = ? AND ms < ? ORDER BY account, ms, seq LIMIT ${ROWS_PER_ACCOUNT}`,
    );
    this.#oldestInJournal = db.prepare<[], number>(OLDEST_IN_JOURNAL).pluck();
    this.#oldMinute = db.prepare('SELECT 1 FROM minutes WHERE account = ? AND ms <= ? LIMIT 1');
    this.#dropMinutes = db.prepare(`DELETE FROM minutes WHERE account = ? AND ms <= ? LIMIT ${ROWS_PER_ACCOUNT}`);
    this.#timer = setInterval(() => void parts.file.work.track(this.#tryRound()), ROUND_EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #round(): Promise<void> {
    const { file, graves, sweep, journal, clock } = this.#parts;
    await graves.fill();
    const nowMs = clock();
    const oldestMs = file.read(() => this.#oldestInJournal.get()) ?? nowMs;
    // Where the clock went back it may be ahead.
    if (Math.abs(nowMs - oldestMs) > JOURNAL_KEPT_MS) await moveJournal(file, journal);
    const haveLocksToGo = !file.read(() => sweep.pass(LOCKS_PER_ROUND, nowMs));
    const accounts = file.read(() => this.#findOverdue(nowMs));
    if (!haveLocksToGo && accounts.length === 0) return;
    // One transaction for all, because each costs a flush to disk that votes wait for. Busy times can do without.
    file.tryWrite(() => {
      if (haveLocksToGo) sweep.step(LOCKS_PER_ROUND, nowMs);
      for (const account of accounts) {
        this.#dropVotesOf(account, this.#oldestVoteMs(nowMs));
        this.#dropMinutes.run(account, nowMs - MINUTES_KEPT_MS);
      }
    });
  }

  #dropVotesOf(account: number, beforeMs: number): void {
    if (this.#oldVote.get(account, beforeMs) === undefined) return;
    this.#noteNewestVote.run(account);
    this.#dropVotes.run(account, beforeMs);
  }

  /** The next accounts that have old log entries or minutes; goes round and round through all accounts. */
  #findOverdue(nowMs: number): number[] {
    const overdue: number[] = [];
    const accounts = this.#nextAccounts.all(this.#lastAccount);
    this.#lastAccount = accounts.length < ACCOUNTS_PER_ROUND ? 0 : (accounts.at(-1) ?? 0);
    for (const account of accounts) {
      const hasVotes = this.#oldVote.get(account, this.#oldestVoteMs(nowMs)) !== undefined;
      const hasMinutes = this.#oldMinute.get(account, nowMs - MINUTES_KEPT_MS) !== undefined;
      if (hasVotes || hasMinutes) overdue.push(account);
      if (overdue.length === OVERDUE_PER_ROUND) {
        this.#lastAccount = account;
        break;
      }
    }
    return overdue;
  }

  #oldestVoteMs(nowMs: number): number {
    return nowMs - this.#parts.voteLogDays * DAY_MS;
  }

  async #tryRound(): Promise<void> {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    try {
      await this.#round();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#parts.onWarning('What is over cannot be taken out of the store for now.', error);
      this.#isFailing = true;
    } finally {
      this.#isAtWork = false;
    }
  }
}
