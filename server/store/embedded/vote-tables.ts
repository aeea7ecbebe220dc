import type { Database } from 'better-sqlite3';
import { NEWEST_VOTE } from './log-rows.ts';
import { prepareMinuteReads } from './minute-rows.ts';
import type { VoteId } from './vote-id.ts';

/** All votes of a server, and those of its last day with any. */
export interface TotalRow {
  readonly votes: number;
  readonly day: number;
  readonly dayVotes: number;
}

export interface LockRow {
  readonly nextVoteAtMs: number;
  readonly voteMs: number;
  readonly voteSeq: number;
  readonly total: number;
  readonly idempotency: string | null;
  readonly attempt: string;
}

export interface DayRow {
  readonly server: number;
  readonly day: number;
  readonly votes: number;
}

/** The votes of each day of an account's servers, to be grouped by what belongs together. */
export const SELECT_DAYS = `
  SELECT server, day, sum(votes) AS votes FROM (
    SELECT account, server, day, votes FROM days
    UNION ALL SELECT account, server, day, day_votes FROM totals WHERE day_votes > 0
  ) WHERE account = ?`;

type Num = number;
type Text = string;

/** The statements of the vote, prepared once. Accounts and servers are meant by their numbers. */
export type VoteTables = ReturnType<typeof prepareVoteTables>;

export function prepareVoteTables(db: Database) {
  return {
    dataVersion: db.prepare<[], number>('PRAGMA data_version').pluck(),
    account: db.prepare<[id: Text], number>('SELECT num FROM accounts WHERE id = ?').pluck(),
    newestVote: db.prepare<[account: Num, sameAccount: Num], VoteId>(NEWEST_VOTE),
    total: db.prepare<[account: Num, server: Num], TotalRow>(
      'SELECT votes, day, day_votes AS dayVotes FROM totals WHERE account = ? AND server = ?',
    ),
    saveTotal: db.prepare<[votes: Num, day: Num, dayVotes: Num, account: Num, server: Num]>(
      'UPDATE totals SET votes = ?, day = ?, day_votes = ? WHERE account = ? AND server = ?',
    ),
    addToDay: db.prepare<[account: Num, server: Num, day: Num, votes: Num]>(
      'INSERT INTO days VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET votes = votes + excluded.votes',
    ),
    days: db.prepare<[account: Num, server: Num], DayRow>(`${SELECT_DAYS} AND server = ? GROUP BY day ORDER BY day`),
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
    saveLock: db.prepare<
      [
        account: Num,
        server: Num,
        voter: Text,
        nextMs: Num,
        ms: Num,
        seq: Num,
        total: Num,
        tag: Text | null,
        attempt: Text,
      ]
    >('INSERT OR REPLACE INTO locks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    log: db.prepare<
      [
        account: Num,
        ms: Num,
        seq: Num,
        server: Num,
        ahead: Num,
        name: Text | null,
        total: Num,
        via: Num,
        network: Text,
        key: Num | null,
      ]
    >('INSERT INTO votes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    oldestVote: db.prepare<[account: Num], number>('SELECT min(ms) FROM votes WHERE account = ?').pluck(),
    trimLog: db.prepare<[account: Num, beforeMs: Num, limit: Num]>(
      'DELETE FROM votes WHERE account = ? AND ms < ? ORDER BY account, ms, seq LIMIT ?',
    ),
  };
}
