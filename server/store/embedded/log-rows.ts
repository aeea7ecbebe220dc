import type { Database, Statement } from 'better-sqlite3';
import type { LoggedVote, Via } from '../vote-store.ts';
import { formatVoteId } from './vote-id.ts';

/** How a vote came in is stored as its place in this list, so the order is for ever. */
const VIAS: readonly Via[] = ['direct', 'hosted', 'attested'];

/** A row of the table votes. */
export interface LogRow {
  readonly ms: number;
  readonly seq: number;
  readonly server: number;
  readonly ahead_ms: number;
  readonly username: string | null;
  readonly total: number;
  readonly via: number;
  readonly network: string;
}

/** All that the log holds of a vote; `key` is the number of the key in whose minute it counts, if it counts in any. */
export interface LogEntry extends LogRow {
  readonly account: number;
  readonly key: number | null;
}

/** The columns of the table votes, in their order. */
export type LogValues = [
  account: number,
  ms: number,
  seq: number,
  server: number,
  aheadMs: number,
  username: string | null,
  total: number,
  via: number,
  network: string,
  key: number | null,
];

export function entryOf(values: LogValues): LogEntry {
  const [account, ms, seq, server, ahead_ms, username, total, via, network, key] = values;
  return { account, ms, seq, server, ahead_ms, username, total, via, network, key };
}

export function prepareLogInsert(db: Database): Statement<LogValues> {
  return db.prepare('INSERT INTO votes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
}

export const SELECT_LOG = 'SELECT ms, seq, server, ahead_ms, username, total, via, network FROM votes AS v';
/** The votes of a server that is being deleted are gone before they are all taken away. */
export const NOT_BURIED = 'NOT EXISTS (SELECT 1 FROM graves AS g WHERE g.account = v.account AND g.server = v.server)';

/** The newest vote id of an account that is not in the journal, named twice: that of its newest log entry, or one noted before that was taken away. */
export const NEWEST_VOTE = `
  SELECT ms, seq FROM (
    SELECT last_vote_ms AS ms, last_vote_seq AS seq FROM accounts WHERE num = ?
    UNION ALL SELECT * FROM (SELECT ms, seq FROM votes WHERE account = ? ORDER BY ms DESC, seq DESC LIMIT 1)
  ) ORDER BY ms DESC, seq DESC LIMIT 1`;
/** Notes it with the account, where it is newer than the one noted. Whatever may take the newest log entry away does this first. */
export const NOTE_NEWEST_VOTE = `
  UPDATE accounts SET (last_vote_ms, last_vote_seq) =
    (SELECT ms, seq FROM votes WHERE account = num ORDER BY ms DESC, seq DESC LIMIT 1)
  WHERE num = ? AND EXISTS (SELECT 1 FROM votes WHERE account = num AND (ms, seq) > (last_vote_ms, last_vote_seq))`;

export function codeOfVia(via: Via): number {
  return VIAS.indexOf(via);
}

export function readLogRow(row: LogRow): LoggedVote {
  return {
    voteId: formatVoteId(row),
    serverNum: row.server,
    timeMs: row.ms - row.ahead_ms,
    username: row.username,
    total: row.total,
    via: VIAS[row.via] ?? 'direct',
    network: row.network,
  };
}
