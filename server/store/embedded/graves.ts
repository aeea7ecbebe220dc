import { promises as timers } from 'node:timers';
import type { Statement } from 'better-sqlite3';
import type { DatabaseFile } from './database-file.ts';
import { NOTE_NEWEST_VOTE } from './log-rows.ts';
import { KEEP_MINUTES } from './minute-rows.ts';
import { moveJournal } from './move-journal.ts';
import type { VoteJournal } from './vote-journal.ts';

/** Rows that one transaction takes away, so that votes need not wait long for it. */
const ROWS_PER_STEP = 1_000;
/** Tables that hold an account's votes, each row led by the account's number. */
const VOTE_TABLES = ['votes', 'locks', 'days', 'minutes', 'voting_keys'] as const;

interface Grave {
  readonly account: number;
  /** 0: the whole account. */
  readonly server: number;
  readonly afterMs: number;
  readonly afterSeq: number;
}

/** The entries of a server, behind one id and up to another. */
interface PartOfLog extends Grave {
  readonly ms: number;
  readonly seq: number;
}

/**
 * Takes away what deleted accounts and servers left behind, in steps. A grave is dug in the transaction that deletes, so that
 * the work goes on after a crash.
 */
export class Graves {
  readonly #file: DatabaseFile;
  readonly #journal: VoteJournal;
  readonly #next: Statement<[], Grave>;
  readonly #ofAccount: Statement<[string], number>;
  readonly #dig: Statement<[number, number, string]>;
  readonly #closeAccount: Statement<[number]>;
  readonly #closeServer: Statement<[number, number]>;
  readonly #move: Statement<[number, number, number, number]>;
  readonly #dropOfAccount: readonly Statement<[number]>[];
  readonly #dropLocks: Statement<[number, number]>;
  readonly #noteNewestVote: Statement<[number]>;
  readonly #logEnd: Statement<[number, number, number], { readonly ms: number; readonly seq: number }>;
  readonly #keepMinutes: Statement<[PartOfLog]>;
  readonly #dropLog: Statement<[PartOfLog]>;

  constructor(file: DatabaseFile, journal: VoteJournal) {
    const { db } = file;
    this.#file = file;
    this.#journal = journal;
    this.#next = db.prepare('SELECT account, server, after_ms AS afterMs, after_seq AS afterSeq FROM graves LIMIT 1');
    this.#ofAccount = db.prepare<[string], number>('SELECT 1 FROM graves WHERE server = 0 AND account_id = ?').pluck();
    this.#dig = db.prepare('INSERT OR IGNORE INTO graves (account, server, account_id) VALUES (?, ?, ?)');
    this.#closeAccount = db.prepare('DELETE FROM graves WHERE account = ?');
    this.#closeServer = db.prepare('DELETE FROM graves WHERE account = ? AND server = ?');
    this.#move = db.prepare('UPDATE graves SET after_ms = ?, after_seq = ? WHERE account = ? AND server = ?');
    this.#dropOfAccount = VOTE_TABLES.map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE account = ? LIMIT ${ROWS_PER_STEP}`),
    );
    this.#dropLocks = db.prepare(`DELETE FROM locks WHERE account = ? AND server = ? LIMIT ${ROWS_PER_STEP}`);
    this.#noteNewestVote = db.prepare(NOTE_NEWEST_VOTE);
    this.#logEnd = db.prepare(
      `SELECT ms, seq FROM votes WHERE account = ? AND (ms, seq) > (?, ?)
       ORDER BY ms, seq LIMIT 1 OFFSET ${ROWS_PER_STEP - 1}`,
    );
    this.#keepMinutes = db.prepare(KEEP_MINUTES);
    this.#dropLog = db.prepare(
      `DELETE FROM votes WHERE account = $account AND (ms, seq) > ($afterMs, $afterSeq) AND (ms, seq) <= ($ms, $seq)
         AND server = $server`,
    );
  }

  /** Is the account deleted, but not all of its votes? */
  has(accountId: string): boolean {
    return this.#ofAccount.get(accountId) !== undefined;
  }

  /** Within the transaction that deletes the account. */
  digForAccount(account: number, accountId: string): void {
    this.#journal.moveAllOf(account);
    this.#dig.run(account, 0, accountId);
  }

  /** Within the transaction that deletes the server. */
  digForServer(account: number, server: number): void {
    this.#journal.moveAllOf(account);
    this.#dig.run(account, server, '');
  }

  /** Works until nothing is left, letting others in between the steps. @throws StoreUnavailableError, then it can be repeated. */
  async fill(): Promise<void> {
    const next = () => this.#file.read(() => this.#next.get());
    for (let grave = next(); grave !== undefined; grave = next()) {
      const { account, server } = grave;
      // What was moved out of the journal when the grave was dug stands in its rows until they go.
      await moveJournal(this.#file, this.#journal);
      while (await this.#file.write(() => this.#step(account, server))) await timers.setImmediate();
    }
  }

  /** One transaction's worth of work; false when the grave is closed, or another is to be filled first. */
  #step(account: number, server: number): boolean {
    const grave = this.#next.get();
    if (grave?.account !== account || grave.server !== server) return false;
    return server === 0 ? this.#stepOfAccount(grave) : this.#stepOfServer(grave);
  }

  #stepOfAccount(grave: Grave): boolean {
    for (const statement of this.#dropOfAccount) {
      if (statement.run(grave.account).changes > 0) return true;
    }
    this.#closeAccount.run(grave.account);
    return false;
  }

  #stepOfServer({ account, server, afterMs, afterSeq }: Grave): boolean {
    if (this.#dropLocks.run(account, server).changes > 0) return true;
    const end = this.#logEnd.get(account, afterMs, afterSeq);
    const { ms, seq } = end ?? { ms: Number.MAX_SAFE_INTEGER, seq: 0 };
    this.#noteNewestVote.run(account);
    const part = { account, server, afterMs, afterSeq, ms, seq };
    // The votes of a key count in its minute wherever they went.
    this.#keepMinutes.run(part);
    this.#dropLog.run(part);
    if (end === undefined) this.#closeServer.run(account, server);
    else this.#move.run(ms, seq, account, server);
    return end !== undefined;
  }
}
