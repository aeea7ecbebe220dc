import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Redis } from 'ioredis';

/** What the bench and the faults need of the built product beyond HTTP: making many keys, votes past HTTP, and the log. */
export interface BuiltStores {
  readonly votes: {
    castVote(attempt: BuiltAttempt): Promise<{ readonly status: string }>;
    checkVotes(check: BuiltCheck): Promise<unknown>;
    readTotals(accountId: string, serverNums: readonly number[]): Promise<number[]>;
    readLog(accountId: string, after: string | null, limit: number): Promise<BuiltLoggedVote[]>;
  };
  readonly directory: BuiltDirectory;
  close(): Promise<void>;
}

export interface BuiltLoggedVote {
  readonly voteId: string;
  readonly serverNum: number;
  readonly timeMs: number;
  readonly username: string | null;
}

export interface BuiltAttempt {
  readonly accountId: string;
  readonly serverNum: number;
  readonly keyId: string;
  readonly votesPerMinute: number;
  readonly voters: readonly string[];
  readonly cooldownMs: number;
  readonly idempotency: string | null;
  readonly attemptId: string;
  readonly username: string | null;
  readonly network: string;
  readonly via: 'direct';
}

export interface BuiltCheck {
  readonly accountId: string;
  readonly serverNums: readonly number[];
  readonly keyId: string;
  readonly votesPerMinute: number;
  readonly voters: readonly string[];
}

/** What is written and looked up of accounts, servers, keys and sites. */
export interface BuiltDirectory {
  saveServers(accountId: string, drafts: readonly object[]): Promise<unknown>;
  saveKey(key: object): Promise<void>;
  saveSite(site: object): Promise<void>;
  findKeyByHash(hash: string): Promise<unknown>;
  findServerBySlug(accountId: string, slug: string): Promise<unknown>;
  findServersByName(accountId: string, name: string): Promise<readonly unknown[]>;
  findSite(id: string): Promise<unknown>;
}

export interface StoreOptions {
  readonly redisUrl: string | null;
  readonly dataDir: string;
  /** Replaces the store's own clock. */
  readonly clock?: () => number;
}

/** The use cases of the command line that make what votes need. */
export interface BuiltAccounts {
  createAccount(directory: unknown, wanted: { username: string; nowMs: number }): Promise<{ readonly id: string }>;
  createServer(
    directory: unknown,
    wanted: { accountId: string; name: string; nowMs: number },
  ): Promise<{ readonly id: string; readonly num: number; readonly slug: string }>;
  createKey(
    directory: unknown,
    rights: { accountId: string; kind: 'vote' | 'user'; attest: boolean; votesPerMinute: number | null },
    nowMs: number,
  ): Promise<{ readonly record: { readonly id: string }; readonly text: string }>;
  createSite(
    directory: unknown,
    wanted: {
      accountId: string;
      name: string;
      origins: readonly string[];
      votesPerMinute: null;
      askUsername: false;
      nowMs: number;
    },
  ): Promise<{ readonly id: string }>;
}

const VOTE_LOG_DAYS = 90;

/** Opens a store as the product does. */
export async function openBuiltStores(options: StoreOptions): Promise<BuiltStores> {
  const { openStores } = await load('store/open-stores.js');
  return openStores({ ...options, voteLogDays: VOTE_LOG_DAYS, housekeeping: true, onWarning: warn });
}

export async function loadAccounts(): Promise<BuiltAccounts> {
  const [{ createAccount }, { createServer }, { createKey }, { createSite }] = await Promise.all([
    load('accounts/create-account.js'),
    load('accounts/create-server.js'),
    load('accounts/create-key.js'),
    load('accounts/create-site.js'),
  ]);
  return { createAccount, createServer, createKey, createSite };
}

/** What gives a client the product's Lua scripts as commands. */
export async function loadScripts(): Promise<(client: Redis) => void> {
  const { defineScripts } = await load('store/redis/scripts.js');
  return defineScripts;
}

function load(path: string) {
  return import(pathToFileURL(resolve('dist/server', path)).href);
}

function warn(message: string, cause?: unknown): void {
  console.error(message, cause ?? '');
}
