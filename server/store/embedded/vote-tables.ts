import type { Database } from 'better-sqlite3';
import { type DayRow, SELECT_DAYS } from './day-rows.ts';
import { prepareLogInsert } from './log-rows.ts';
import { prepareMinuteReads } from './minute-rows.ts';
import { prepareTotals } from './total-rows.ts';

export interface LockRow {
  readonly nextVoteAtMs: number;
  readonly voteMs: number;
  readonly voteSeq: number;
  readonly total: number;
  readonly idempotency: string | null;
  readonly attempt: string;
}

type Num = number;
type Text = string;
/** The columns of the table locks, in their order. */
export type LockValues = [
  account: Num,
  server: Num,
  voter: Text,
  nextMs: Num,
  ms: Num,
  seq: Num,
  total: Num,
  tag: Text | null,
  attempt: Text,
];

/** The statements of the vote, prepared once. Accounts and servers are meant by their numbers. */
export type VoteTables = ReturnType<typeof prepareVoteTables>;

export function prepareVoteTables(db: Database) {
  return {
    dataVersion: db.prepare<[], number>('PRAGMA data_version').pluck(),
    account: db.prepare<[id: Text], number>('SELECT num FROM accounts WHERE id = ?').pluck(),
    days: db.prepare<[account: Num, server: Num], DayRow>(`${SELECT_DAYS} AND server = ? GROUP BY day ORDER BY day`),
    ...prepareTotals(db),
    ...prepareMinutes(db),
    ...prepareLocksAndLog(db),
  };
}

function prepareMinutes(db: Database) {
  return {
    ...prepareMinuteReads(db),
    keyNum: db
      .prepare<[account: Num, keyId: Text], Num>('SELECT num FROM voting_keys WHERE account = ? AND id = ?')
      .pluck(),
    addKey: db
      .prepare<[account: Num, keyId: Text, sameAccount: Num], Num>(
        'INSERT INTO voting_keys SELECT ?, ?, coalesce(max(num), 0) + 1 FROM voting_keys WHERE account = ? RETURNING num',
      )
      .pluck(),
    saveMinute: db.prepare<[account: Num, key: Num, ms: Num, votes: Num]>(
      'INSERT OR REPLACE INTO minutes VALUES (?, ?, ?, ?)',
    ),
    dropMinutes: db.prepare<[account: Num]>('DELETE FROM minutes WHERE account = ?'),
    uncount: db.prepare<[account: Num, afterMs: Num]>(
      'UPDATE votes SET key = NULL WHERE account = ? AND ms > ? AND key IS NOT NULL',
    ),
  };
}

function prepareLocksAndLog(db: Database) {
  return {
    lock: db.prepare<[account: Num, server: Num, voter: Text, nowMs: Num], LockRow>(
      `SELECT next_vote_at_ms AS nextVoteAtMs, vote_ms AS voteMs, vote_seq AS voteSeq, total, idempotency, attempt
       FROM locks WHERE account = ? AND server = ? AND voter = ? AND next_vote_at_ms > ?`,
    ),
    // Makes the lock unless there is a live one.
    claimLock: db.prepare<[...LockValues, nowMs: Num]>(
      `INSERT INTO locks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
         next_vote_at_ms = excluded.next_vote_at_ms, vote_ms = excluded.vote_ms, vote_seq = excluded.vote_seq,
         total = excluded.total, idempotency = excluded.idempotency, attempt = excluded.attempt
       WHERE next_vote_at_ms <= ?`,
    ),
    log: prepareLogInsert(db),
    oldestVote: db.prepare<[account: Num], number>('SELECT min(ms) FROM votes WHERE account = ?').pluck(),
    // The newest stays, for it tells which votes of the journal were moved.
    trimLog: db.prepare<[account: Num, beforeMs: Num, sameAccount: Num, limit: Num]>(
      `DELETE FROM votes WHERE account = ? AND ms < ?
         AND (ms, seq) < (SELECT ms, seq FROM votes WHERE account = ? ORDER BY ms DESC, seq DESC LIMIT 1)
       ORDER BY account, ms, seq LIMIT ?`,
    ),
  };
}
