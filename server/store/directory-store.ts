import type { ListedName } from './listed-name.ts';

/** A platform user: owner of servers, keys and sites. `createdAt` is ISO 8601 in UTC, here and below. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly createdAt: string;
}

/** A game server that can be voted for. */
export interface ServerRecord {
  /** UUID, lower case. */
  readonly id: string;
  readonly accountId: string;
  /** Number within the account, from 1, never used again: the short name of the server in the vote store. */
  readonly num: number;
  /** NFC, unique within the account. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly image: string;
  readonly createdAt: string;
}

export type ServerDraft = Omit<ServerRecord, 'num' | 'accountId'>;

export type SavedServer =
  | { readonly status: 'created' | 'updated' | 'unchanged'; readonly server: ServerRecord }
  | { readonly status: 'slug_taken' | 'owned_by_another' };

export type KeyKind = 'vote' | 'user';

/** An API key without its text, of which only the SHA-256 is kept. */
export interface KeyRecord {
  readonly id: string;
  readonly accountId: string;
  /** Hex SHA-256 of the whole key. */
  readonly hash: string;
  /** First and last characters, to recognise the key by. */
  readonly hint: string;
  readonly kind: KeyKind;
  /** May it name visitors by a signed X-Vote-Client-IP? */
  readonly attest: boolean;
  /** Its own quota, or `null` for the service's. */
  readonly votesPerMinute: number | null;
  readonly createdAt: string;
  /** From this moment on it is refused; `null`: never. A revoked key has the moment of its revocation here. */
  readonly expiresAtMs: number | null;
}

/** A website that embeds the widget. */
export interface SiteRecord {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** Allowed origins, each `scheme://host[:port]` as browsers send it. */
  readonly origins: readonly string[];
  /** The id its hidden vote key spends its quota under. */
  readonly keyId: string;
  readonly votesPerMinute: number | null;
  /** Does the hosted page ask for the voter's name in the game? */
  readonly askUsername: boolean;
  readonly createdAt: string;
}

/** Something changed: everything remembered of this account is to be forgotten; `null`: everything of everybody. */
export interface DirectoryChange {
  readonly accountId: string | null;
  /**
   * False where a change may only have been missed. What is remembered has to be asked for anew, and may serve on where that
   * cannot be answered.
   */
  readonly isCertain: boolean;
}

/**
 * Accounts, servers, keys and sites.
 *
 * Guarantees of every implementation:
 * - Usernames are unique; so are server ids, key ids, key hashes and site ids, and slugs within an account, also when two
 *   processes write at once. A refused write changes nothing.
 * - A read sees every write that was answered before it began, from any process.
 * - After a write the listeners of this process and, as soon as the store can tell them, of every other process are called.
 * - `deleteAccount` takes everything of the account with it: servers, keys, sites, votes, locks and the vote log with its
 *   usernames. It can be repeated after a fault until it is done.
 */
export interface DirectoryStore {
  createAccount(account: Account): Promise<'created' | 'username_taken'>;
  findAccount(id: string): Promise<Account | null>;
  findAccountByUsername(username: string): Promise<Account | null>;
  listAccounts(): Promise<Account[]>;
  /**
   * A text that is another one after every change of what the account has, or `null` where nothing can be said of it: what was
   * read after it was asked for is so for as long as it stays the same.
   */
  findRevision(accountId: string): Promise<string | null>;
  deleteAccount(id: string): Promise<boolean>;

  /**
   * Creates or updates each by its id, in the order given; a later row sees the earlier ones. The answers are in that order.
   * An update keeps the server's number and `createdAt`, so a draft that differs only there is `unchanged`. Waits up to 20 s
   * at a step for a store that does not answer, since imports of thousands go through it and no request does.
   */
  saveServers(accountId: string, drafts: readonly ServerDraft[]): Promise<SavedServer[]>;
  findServer(id: string): Promise<ServerRecord | null>;
  findServerBySlug(accountId: string, slug: string): Promise<ServerRecord | null>;
  /** What the account has of a list, in its order, by a question or two; `null` for each that it does not have. */
  findListedServers(accountId: string, names: readonly ListedName[]): Promise<(ServerRecord | null)[]>;
  /** All servers of the account whose names are equal after foldName. */
  findServersByName(accountId: string, name: string): Promise<ServerRecord[]>;
  listServers(accountId: string): Promise<ServerRecord[]>;
  /** Takes the server's votes, locks and log entries with it. */
  deleteServer(id: string): Promise<boolean>;
  /** Moves a server that has no votes to another account, where it gets a new number. */
  assignServer(id: string, accountId: string): Promise<'moved' | 'not_found' | 'has_votes' | 'slug_taken'>;

  /**
   * Creates or replaces by id. The hash of a key never changes, and its end never moves later: of the end it has and the one
   * given the earlier stays, where `null` is later than any. So whoever read a key before it was revoked cannot revive it.
   */
  saveKey(key: KeyRecord): Promise<void>;
  findKey(id: string): Promise<KeyRecord | null>;
  findKeyByHash(hash: string): Promise<KeyRecord | null>;
  listKeys(accountId: string): Promise<KeyRecord[]>;

  /** Creates or replaces by id. */
  saveSite(site: SiteRecord): Promise<void>;
  findSite(id: string): Promise<SiteRecord | null>;
  listSites(accountId: string): Promise<SiteRecord[]>;

  /**
   * Calls the listeners of what other processes have changed until now, where the store can see that at next to no cost: the
   * embedded store looks once in a turn of the event loop. Processes on Redis tell each other. Never throws.
   */
  noticeChanges(): void;
  /** Calls the listener on changes by this and other processes, until the store is closed. */
  onChange(listener: (change: DirectoryChange) => void): void;
}
