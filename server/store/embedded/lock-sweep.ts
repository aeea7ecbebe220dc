import type { Database, Statement } from 'better-sqlite3';

interface LockPlace {
  readonly account: number;
  readonly server: number;
  readonly voter: string;
}

const START: LockPlace = { account: 0, server: 0, voter: '' };
const END: LockPlace = { account: Number.MAX_SAFE_INTEGER, server: 0, voter: '' };
const OVER = `
  FROM locks WHERE (account, server, voter) > (?, ?, ?) AND (account, server, voter) <= (?, ?, ?)
  AND next_vote_at_ms <= ?`;

/** Locks stay this long after they are over: should the clock go back, they hold again. */
const KEPT_MS = 2 * 60 * 60_000;

/**
 * Takes away locks that are over, a few at a time, walking round and round through the table. An index by time would find
 * them faster, but cost every vote more time and bytes than the walk does.
 */
export class LockSweep {
  readonly #next: Statement<[number, number, string, number], LockPlace>;
  readonly #hasOver: Statement<[number, number, string, number, number, string, number], number>;
  readonly #dropOver: Statement<[number, number, string, number, number, string, number]>;
  #place = START;

  constructor(db: Database) {
    this.#next = db.prepare(
      `SELECT account, server, voter FROM locks WHERE (account, server, voter) > (?, ?, ?)
       ORDER BY account, server, voter LIMIT 1 OFFSET ?`,
    );
    this.#hasOver = db
      .prepare<[number, number, string, number, number, string, number], number>(`SELECT 1 ${OVER} LIMIT 1`)
      .pluck();
    this.#dropOver = db.prepare(`DELETE ${OVER}`);
  }

  /** Takes away those that are over among the next so many locks, within a transaction of the caller. */
  step(lookAt: number, nowMs: number): void {
    const { account, server, voter } = this.#place;
    const end = this.#endOf(lookAt);
    this.#dropOver.run(account, server, voter, end.account, end.server, end.voter, nowMs - KEPT_MS);
    this.#place = end === END ? START : end;
  }

  /** Goes past so many locks if none of them is over; false when `step` has to be called. */
  pass(lookAt: number, nowMs: number): boolean {
    const { account, server, voter } = this.#place;
    const end = this.#endOf(lookAt);
    const found = this.#hasOver.get(account, server, voter, end.account, end.server, end.voter, nowMs - KEPT_MS);
    if (found !== undefined) return false;
    this.#place = end === END ? START : end;
    return true;
  }

  #endOf(lookAt: number): LockPlace {
    const { account, server, voter } = this.#place;
    return this.#next.get(account, server, voter, lookAt - 1) ?? END;
  }
}
