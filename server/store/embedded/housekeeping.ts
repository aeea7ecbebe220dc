import type { Statement } from 'better-sqlite3';
import type { DatabaseFile } from './database-file.ts';
import { DAY_MS } from './day.ts';
import type { Graves } from './graves.ts';
import type { LockSweep } from './lock-sweep.ts';
import type { OpenWork } from './open-work.ts';

const ROUND_EVERY_MS = 1_000;
const LOCKS_PER_ROUND = 2_000;
const ACCOUNTS_PER_ROUND = 100;
const ROWS_PER_ROUND = 500;
const MINUTE_MS = 60_000;

export interface HousekeepingParts {
  readonly file: DatabaseFile;
  readonly graves: Graves;
  readonly sweep: LockSweep;
  readonly work: OpenWork;
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
  readonly #oldestVote: Statement<[number], number>;
  readonly #dropVotes: Statement<[number, number]>;
  readonly #oldStamps: Statement<[number, number], { readonly key_id: string; readonly ms: number }>;
  readonly #dropStamps: Statement<[number, string, number]>;
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
    this.#oldestVote = db
      .prepare<[number], number>('SELECT ms FROM votes WHERE account = ? ORDER BY ms LIMIT 1')
      .pluck();
    this.#dropVotes = db.prepare(
      `DELETE FROM votes WHERE account = ? AND ms < ? ORDER BY account, ms, seq LIMIT ${ROWS_PER_ROUND}`,
    );
    this.#oldStamps = db.prepare(
      `SELECT key_id, max(ms) AS ms FROM stamps WHERE account = ? AND ms <= ? GROUP BY key_id LIMIT ${ROWS_PER_ROUND}`,
    );
    this.#dropStamps = db.prepare('DELETE FROM stamps WHERE account = ? AND key_id = ? AND ms <= ?');
    this.#timer = setInterval(() => void parts.work.track(this.#tryRound()), ROUND_EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #round(): Promise<void> {
    const { file, graves, sweep, clock } = this.#parts;
    await graves.fill();
    const nowMs = clock();
    if (!file.read(() => sweep.pass(LOCKS_PER_ROUND, nowMs))) {
      file.writeIfFree(() => sweep.step(LOCKS_PER_ROUND, nowMs));
    }
    this.#trimAccounts(nowMs);
  }

  #trimAccounts(nowMs: number): void {
    const { file, voteLogDays } = this.#parts;
    const oldestMs = nowMs - voteLogDays * DAY_MS;
    const accounts = file.read(() => this.#nextAccounts.all(this.#lastAccount));
    for (const account of accounts) {
      const oldest = file.read(() => this.#oldestVote.get(account));
      if (oldest !== undefined && oldest < oldestMs) file.writeIfFree(() => this.#dropVotes.run(account, oldestMs));
      const stamps = file.read(() => this.#oldStamps.all(account, nowMs - MINUTE_MS));
      if (stamps.length === 0) continue;
      file.writeIfFree(() => {
        for (const { key_id, ms } of stamps) this.#dropStamps.run(account, key_id, ms);
      });
    }
    this.#lastAccount = accounts.length < ACCOUNTS_PER_ROUND ? 0 : (accounts.at(-1) ?? 0);
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
