import type { Database } from 'better-sqlite3';
import type { Account, ServerRecord } from '../directory-store.ts';
import type { ArchiveRecord } from '../store-archive.ts';
import { formatDay } from './day.ts';
import { type DayRow, SELECT_DAYS, withUnmoved } from './day-rows.ts';
import { type LogEntry, type LogRow, NOT_BURIED, readLogRow, SELECT_LOG } from './log-rows.ts';
import { type MinutesPlace, prepareMinuteReads, readMinutes } from './minute-rows.ts';
import {
  type KeyRow,
  readKeyRow,
  readSiteRow,
  SELECT_KEYS,
  SELECT_SERVERS,
  SELECT_SITES,
  type SiteRow,
} from './record-rows.ts';
import { formatVoteId } from './vote-id.ts';
import { VoteJournal } from './vote-journal.ts';
import type { LockRow } from './vote-tables.ts';

interface AccountRow extends Account {
  readonly num: number;
  readonly lastServerNum: number;
}

/**
 * Every record of the file, read row by row over a connection of its own inside one transaction, so that others may go on
 * writing. What is over at `nowMs` is left out: locks that were to open by then, votes that have left their minute.
 */
export function* dumpRecords(db: Database, nowMs: number): Generator<ArchiveRecord> {
  const secret = db.prepare<[], string>("SELECT value FROM meta WHERE name = 'secret'").pluck().get();
  if (secret !== undefined) yield { type: 'secret', fingerprint: secret };
  const accounts = db.prepare<[number], AccountRow>(
    `SELECT num, id, username, created_at AS createdAt, last_server_num AS lastServerNum FROM accounts
     WHERE num > ? ORDER BY num LIMIT 1`,
  );
  const journal = new VoteJournal(db);
  journal.sync();
  for (let row = accounts.get(0); row !== undefined; row = accounts.get(row.num)) {
    const { num, lastServerNum, ...account } = row;
    yield { type: 'account', account, lastServerNum };
    yield* dumpDirectory(db, account.id);
    const unmoved = journal.unmoved(num);
    yield* dumpTotals(db, row, journal.countUnmoved(num));
    yield* dumpDays(db, row, unmoved);
    yield* dumpMinutes(db, row, { account: num, nowMs, unmoved });
    yield* dumpLocks(db, row, nowMs);
    yield* dumpLog(db, row);
    for (const entry of unmoved) yield { type: 'vote', accountId: account.id, vote: readLogRow(entry) };
  }
}

function* dumpDirectory(db: Database, accountId: string): Generator<ArchiveRecord> {
  const servers = db.prepare<[string], ServerRecord>(`${SELECT_SERVERS} WHERE a.id = ? ORDER BY s.num`);
  for (const server of servers.iterate(accountId)) yield { type: 'server', server };
  const keys = db.prepare<[string], KeyRow>(`${SELECT_KEYS} WHERE a.id = ? ORDER BY k.id`);
  for (const row of keys.iterate(accountId)) yield { type: 'key', key: readKeyRow(row) };
  const sites = db.prepare<[string], SiteRow>(`${SELECT_SITES} WHERE a.id = ? ORDER BY s.id`);
  for (const row of sites.iterate(accountId)) yield { type: 'site', site: readSiteRow(row) };
}

function* dumpTotals(
  db: Database,
  account: AccountRow,
  unmoved: ReadonlyMap<number, number>,
): Generator<ArchiveRecord> {
  const totals = db.prepare<[number], { readonly server: number; readonly votes: number }>(
    'SELECT server, votes FROM moved_totals WHERE account = ? ORDER BY server',
  );
  for (const { server, votes: moved } of totals.iterate(account.num)) {
    const votes = moved + (unmoved.get(server) ?? 0);
    if (votes > 0) yield { type: 'total', accountId: account.id, serverNum: server, votes };
  }
}

function* dumpDays(db: Database, account: AccountRow, unmoved: readonly LogEntry[]): Generator<ArchiveRecord> {
  const days = db.prepare<[number], DayRow>(`${SELECT_DAYS} GROUP BY server, day ORDER BY server, day`);
  for (const { server, day, votes } of withUnmoved(days.iterate(account.num), unmoved)) {
    yield { type: 'day', accountId: account.id, serverNum: server, day: formatDay(day), votes };
  }
}

function* dumpMinutes(db: Database, account: AccountRow, place: MinutesPlace): Generator<ArchiveRecord> {
  const { byNum } = readMinutes(prepareMinuteReads(db), place);
  const keys = db.prepare<[number], { readonly keyId: string; readonly num: number }>(
    'SELECT id AS keyId, num FROM voting_keys WHERE account = ? ORDER BY id',
  );
  for (const { keyId, num } of keys.iterate(account.num)) {
    const stamps = byNum.get(num)?.stamps ?? [];
    const timesMs = stamps.flatMap(({ ms, votes }) => Array<number>(votes).fill(ms));
    if (timesMs.length > 0) yield { type: 'window', accountId: account.id, keyId, timesMs };
  }
}

function* dumpLocks(db: Database, account: AccountRow, nowMs: number): Generator<ArchiveRecord> {
  const rows = db.prepare<[number, number], LockRow & { readonly serverNum: number; readonly voter: string }>(
    `SELECT server AS serverNum, voter, next_vote_at_ms AS nextVoteAtMs, vote_ms AS voteMs, vote_seq AS voteSeq, total,
            idempotency, attempt
     FROM locks AS v WHERE account = ? AND next_vote_at_ms > ? AND ${NOT_BURIED} ORDER BY server, voter`,
  );
  for (const row of rows.iterate(account.num, nowMs)) {
    const { serverNum, voter, nextVoteAtMs, total, idempotency, attempt: attemptId } = row;
    const voteId = formatVoteId({ ms: row.voteMs, seq: row.voteSeq });
    const lock = { accountId: account.id, serverNum, voter, nextVoteAtMs, voteId, total, idempotency, attemptId };
    yield { type: 'lock', lock };
  }
}

function* dumpLog(db: Database, account: AccountRow): Generator<ArchiveRecord> {
  const rows = db.prepare<[number], LogRow>(`${SELECT_LOG} WHERE account = ? AND ${NOT_BURIED} ORDER BY ms, seq`);
  for (const row of rows.iterate(account.num)) yield { type: 'vote', accountId: account.id, vote: readLogRow(row) };
}
