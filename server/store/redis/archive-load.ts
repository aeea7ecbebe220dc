import { randomUUID } from 'node:crypto';
import type { KeyRecord, ServerRecord, SiteRecord } from '../directory-store.ts';
import type { ArchiveRecord, LockRecord } from '../store-archive.ts';
import type { LoggedVote } from '../vote-store.ts';
import type { ArchiveParts } from './archive.ts';
import { keyOwner } from './credentials.ts';
import {
  ACCOUNTS_KEY,
  accountKey,
  daysKey,
  keyHashPointer,
  keyPointer,
  keysKey,
  lockKey,
  logKey,
  requireKeyPart,
  SECRET_KEY,
  serverPointer,
  sitePointer,
  sitesKey,
  totalsKey,
  usernamePointer,
  windowKey,
} from './keys.ts';
import { writeLockText } from './lock-text.ts';
import { writeServers } from './save-server-batch.ts';
import { serverWords } from './server-record.ts';
import { CLOCK_GRACE_MS, logWords, WINDOW_KEPT_MS } from './vote-words.ts';

/** Writes that are under way at once. */
const MAX_PENDING = 500;
/** Servers or votes that one script writes. */
const BATCH = 200;

/**
 * Writes the records of an archive. Every write may be repeated, and the accounts are listed only at the end, so that a
 * load that broke off can be made again.
 */
export class RecordLoader {
  readonly #parts: ArchiveParts;
  readonly #accountIds: string[] = [];
  #pending: Promise<unknown>[] = [];
  #servers: ServerRecord[] = [];
  #votes: { readonly accountId: string; readonly vote: LoggedVote }[] = [];
  #logOf: string | null = null;
  /** When the first vote of the log that is being loaded was cast. */
  #logBeginsMs = 0;

  constructor(parts: ArchiveParts) {
    this.#parts = parts;
  }

  async load(record: ArchiveRecord): Promise<void> {
    switch (record.type) {
      case 'secret':
        return this.#send((client) => client.set(SECRET_KEY, record.fingerprint));
      case 'account':
        return this.#loadAccount(record);
      case 'server':
        return this.#loadServer(record.server);
      case 'key':
        return this.#loadKey(record.key);
      case 'site':
        return this.#loadSite(record.site);
      case 'total':
        return this.#send((client) => client.hset(totalsKey(record.accountId), record.serverNum, record.votes));
      case 'day':
        return this.#send((client) =>
          client.hset(daysKey(record.accountId, record.serverNum), record.day, record.votes),
        );
      case 'window':
        return this.#send((client) =>
          client.loadWindow(1, windowKey(record.accountId, record.keyId), WINDOW_KEPT_MS, ...record.timesMs),
        );
      case 'lock':
        return this.#loadLock(record.lock);
      case 'vote':
        return this.#loadVote(record.accountId, record.vote);
    }
  }

  /** To be called after the last record. */
  async finish(): Promise<void> {
    await this.#flush();
    for (const id of this.#accountIds) {
      await this.#send((client) => client.sadd(ACCOUNTS_KEY, id));
      // Until here nothing that is remembered of it holds.
      await this.#send((client) => client.hset(accountKey(id), 'revision', randomUUID()));
    }
    await this.#flush();
  }

  async #loadAccount({ account, lastServerNum }: Extract<ArchiveRecord, { type: 'account' }>): Promise<void> {
    requireKeyPart(account.id);
    this.#accountIds.push(account.id);
    const { id, username, createdAt } = account;
    await this.#send((client) => client.hset(accountKey(id), { username, createdAt, lastServerNum }));
    await this.#send((client) => client.set(usernamePointer(username), id));
    await this.#flush();
  }

  async #loadServer(server: ServerRecord): Promise<void> {
    if (this.#servers[0]?.accountId !== server.accountId) await this.#flushServers();
    this.#servers.push(server);
    await this.#send((client) => client.set(serverPointer(server.id), server.accountId));
    if (this.#servers.length === BATCH) await this.#flushServers();
  }

  async #flushServers(): Promise<void> {
    const servers = this.#servers;
    const [first] = servers;
    if (first === undefined) return;
    this.#servers = [];
    const words = servers.map((server) => serverWords(server, server.num));
    const written = await writeServers(this.#parts, first.accountId, words);
    const refused =
      written === null ||
      written.some(({ status, num }, index) => status === 'slug_taken' || num !== servers[index]?.num);
    if (refused) throw new Error(`the archive's servers of account ${first.accountId} do not fit together`);
  }

  async #loadKey(key: KeyRecord): Promise<void> {
    await this.#send((client) => client.hset(keysKey(key.accountId), key.id, JSON.stringify(key)));
    await this.#send((client) => client.set(keyPointer(key.id), key.accountId));
    await this.#send((client) => client.set(keyHashPointer(key.hash), keyOwner(key.accountId, key.id)));
  }

  async #loadSite(site: SiteRecord): Promise<void> {
    await this.#send((client) => client.hset(sitesKey(site.accountId), site.id, JSON.stringify(site)));
    await this.#send((client) => client.set(sitePointer(site.id), site.accountId));
  }

  async #loadLock(lock: LockRecord): Promise<void> {
    const leftMs = lock.nextVoteAtMs - this.#parts.nowMs();
    if (leftMs <= 0) return;
    const key = lockKey(lock.accountId, lock.serverNum, lock.voter);
    await this.#send((client) => client.set(key, writeLockText(lock), 'PX', leftMs + CLOCK_GRACE_MS));
  }

  async #loadVote(accountId: string, vote: LoggedVote): Promise<void> {
    if (this.#votes[0]?.accountId !== accountId) await this.#flushVotes();
    if (this.#logOf !== accountId) {
      this.#logOf = accountId;
      this.#logBeginsMs = vote.timeMs;
    }
    this.#votes.push({ accountId, vote });
    if (this.#votes.length === BATCH) await this.#flushVotes();
  }

  /** One batch after the other, because the ids in a log only grow. */
  async #flushVotes(): Promise<void> {
    const votes = this.#votes;
    const [first] = votes;
    if (first === undefined) return;
    this.#votes = [];
    const { connection, nowMs, logKeptMs } = this.#parts;
    // The service keeps its log for at least as long as the oldest vote in it is old; who copies may believe in fewer days.
    const keptMs = Math.max(logKeptMs, nowMs() - this.#logBeginsMs) + CLOCK_GRACE_MS;
    const words = votes.flatMap(({ vote }) => logWords(vote));
    await connection.run(() => connection.client.loadVotes(1, logKey(first.accountId), keptMs, ...words));
  }

  async #send(write: (client: ArchiveParts['connection']['client']) => Promise<unknown>): Promise<void> {
    const { client, run } = this.#parts.connection;
    this.#pending.push(run(() => write(client)));
    if (this.#pending.length >= MAX_PENDING) await this.#flushPending();
  }

  async #flushPending(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    await Promise.all(pending);
  }

  async #flush(): Promise<void> {
    await this.#flushServers();
    await this.#flushVotes();
    await this.#flushPending();
  }
}
