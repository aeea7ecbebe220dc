import type { Database, Statement } from 'better-sqlite3';
import type { Account } from '../directory-store.ts';
import type { ArchiveRecord, LockRecord } from '../store-archive.ts';
import type { LoggedVote } from '../vote-store.ts';
import { parseDay } from './day.ts';
import { codeOfVia } from './log-rows.ts';
import { type KeyRow, rowOfKey, rowOfSite, type SiteRow } from './record-rows.ts';
import { ServerRows } from './server-rows.ts';
import { parseVoteId } from './vote-id.ts';
import { type LockValues, prepareVoteTables, type VoteTables } from './vote-tables.ts';

/** The newest vote id of an account is that of its log or, where the log was trimmed, that of a lock. */
const SAVE_LAST_VOTES = `
  UPDATE accounts SET (last_vote_ms, last_vote_seq) = (
    SELECT ms, seq FROM (
      SELECT ms, seq FROM votes WHERE account = num
      UNION ALL SELECT vote_ms, vote_seq FROM locks WHERE account = num
      UNION ALL SELECT 0, 0
    ) ORDER BY ms DESC, seq DESC LIMIT 1
  )`;

/** Writes the records of an archive into an empty file, within a transaction of the caller. */
export class RecordLoader {
  readonly #tables: VoteTables;
  readonly #servers: ServerRows;
  readonly #saveSecret: Statement<[string]>;
  readonly #insertAccount: Statement<[string, string, string, number]>;
  readonly #insertKey: Statement<[KeyRow & { readonly account: number }]>;
  readonly #insertSite: Statement<[SiteRow & { readonly account: number }]>;
  readonly #saveLock: Statement<LockValues>;
  readonly #saveLastVotes: Statement<[]>;

  constructor(db: Database) {
    this.#tables = prepareVoteTables(db);
    this.#servers = new ServerRows(db);
    this.#saveSecret = db.prepare("INSERT OR REPLACE INTO meta VALUES ('secret', ?)");
    this.#insertAccount = db.prepare(
      'INSERT INTO accounts (id, username, created_at, last_server_num) VALUES (?, ?, ?, ?)',
    );
    this.#insertKey = db.prepare(
      `INSERT INTO keys (id, account, hash, hint, kind, attest, votes_per_minute, created_at, expires_at_ms)
       VALUES ($id, $account, $hash, $hint, $kind, $attest, $votesPerMinute, $createdAt, $expiresAtMs)`,
    );
    this.#insertSite = db.prepare(
      `INSERT INTO sites (id, account, name, origins, key_id, votes_per_minute, ask_username, created_at)
       VALUES ($id, $account, $name, $origins, $keyId, $votesPerMinute, $askUsername, $createdAt)`,
    );
    this.#saveLock = db.prepare('INSERT OR REPLACE INTO locks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#saveLastVotes = db.prepare(SAVE_LAST_VOTES);
  }

  /** @throws Error when the record comes before its account, or twice. */
  load(record: ArchiveRecord): void {
    switch (record.type) {
      case 'secret':
        this.#saveSecret.run(record.fingerprint);
        break;
      case 'account':
        this.#loadAccount(record.account, record.lastServerNum);
        break;
      case 'server':
        this.#servers.insert(this.#numOf(record.server.accountId), record.server);
        break;
      case 'key':
        this.#insertKey.run({ ...rowOfKey(record.key), account: this.#numOf(record.key.accountId) });
        break;
      case 'site':
        this.#insertSite.run({ ...rowOfSite(record.site), account: this.#numOf(record.site.accountId) });
        break;
      case 'total':
        this.#tables.saveTotal.run(record.votes, 0, 0, this.#numOf(record.accountId), record.serverNum);
        break;
      case 'day':
        this.#tables.addToDay.run(this.#numOf(record.accountId), record.serverNum, parseDay(record.day), record.votes);
        break;
      case 'window':
        this.#loadWindow(this.#numOf(record.accountId), record.keyId, record.timesMs);
        break;
      case 'lock':
        this.#loadLock(record.lock);
        break;
      case 'vote':
        this.#loadVote(this.#numOf(record.accountId), record.vote);
        break;
    }
  }

  /** To be called after the last record. */
  finish(): void {
    this.#saveLastVotes.run();
  }

  #loadAccount({ id, username, createdAt }: Account, lastServerNum: number): void {
    this.#insertAccount.run(id, username, createdAt, lastServerNum);
  }

  /** An archive of Redis may tell of one key twice. */
  #loadWindow(account: number, keyId: string, timesMs: readonly number[]): void {
    const { keyNum, addKey, saveMinute } = this.#tables;
    const key = keyNum.get(account, keyId) ?? addKey.get(account, keyId, account);
    if (key === undefined) throw new Error('a key that was added has no number');
    const votes = new Map<number, number>();
    for (const ms of timesMs) votes.set(ms, (votes.get(ms) ?? 0) + 1);
    for (const [ms, count] of votes) saveMinute.run(account, key, ms, count);
  }

  #loadLock(lock: LockRecord): void {
    const { serverNum, voter, nextVoteAtMs, total, idempotency, attemptId } = lock;
    const account = this.#numOf(lock.accountId);
    const { ms, seq } = parseVoteId(lock.voteId);
    this.#saveLock.run(account, serverNum, voter, nextVoteAtMs, ms, seq, total, idempotency, attemptId);
  }

  #loadVote(account: number, vote: LoggedVote): void {
    const { serverNum, timeMs, username, total, via, network } = vote;
    const { ms, seq } = parseVoteId(vote.voteId);
    this.#tables.log.run(account, ms, seq, serverNum, ms - timeMs, username, total, codeOfVia(via), network, null);
  }

  #numOf(accountId: string): number {
    const account = this.#tables.account.get(accountId);
    if (account === undefined) throw new Error(`The archive speaks of account ${accountId} before it has told of it.`);
    return account;
  }
}
