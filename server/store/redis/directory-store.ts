import type { DirectoryStore } from '../directory-store.ts';
import { createAccountStore } from './accounts.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { RedisConnection } from './connection.ts';
import { createCredentialStore } from './credentials.ts';
import { createAccountDeletion } from './delete-account.ts';
import { createPointers, type Pointers } from './pointers.ts';
import { createServerMoves } from './server-moves.ts';
import { createServerStore } from './servers.ts';

/** What every part of the directory works with. */
export interface DirectoryParts {
  readonly connection: RedisConnection;
  readonly pointers: Pointers;
  /** Tells everybody, here and in other processes, that something of the account changed. */
  readonly announce: (accountId: string) => Promise<void>;
}

/**
 * Accounts, servers, keys and sites on Redis. Everything of an account is in one slot and changes by one script; what is
 * unique everywhere has a pointer (see pointers.ts). Every call can be repeated after a fault.
 */
export function createDirectoryStore(connection: RedisConnection, feed: ChangeFeed): DirectoryStore {
  const parts: DirectoryParts = { connection, pointers: createPointers(connection), announce: feed.announce };
  const accounts = { ...createAccountStore(parts), ...createAccountDeletion(parts) };
  const servers = { ...createServerStore(parts), ...createServerMoves(parts) };
  const credentials = createCredentialStore(parts);
  return {
    createAccount: (account) => connection.work(() => accounts.createAccount(account)),
    findAccount: (id) => connection.work(() => accounts.findAccount(id)),
    findAccountByUsername: (username) => connection.work(() => accounts.findAccountByUsername(username)),
    listAccounts: () => connection.work(accounts.listAccounts),
    findRevision: (id) => connection.work(() => accounts.findRevision(id)),
    deleteAccount: (id) => connection.work(() => accounts.deleteAccount(id)),
    saveServers: (accountId, drafts) => connection.work(() => servers.saveServers(accountId, drafts)),
    findServer: (id) => connection.work(() => servers.findServer(id)),
    findServerBySlug: (accountId, slug) => connection.work(() => servers.findServerBySlug(accountId, slug)),
    findListedServers: (accountId, names) => connection.work(() => servers.findListedServers(accountId, names)),
    findServersByName: (accountId, name) => connection.work(() => servers.findServersByName(accountId, name)),
    listServers: (accountId) => connection.work(() => servers.listServers(accountId)),
    deleteServer: (id) => connection.work(() => servers.deleteServer(id)),
    assignServer: (id, accountId) => connection.work(() => servers.assignServer(id, accountId)),
    saveKey: (key) => connection.work(() => credentials.saveKey(key)),
    findKey: (id) => connection.work(() => credentials.findKey(id)),
    findKeyByHash: (hash) => connection.work(() => credentials.findKeyByHash(hash)),
    listKeys: (accountId) => connection.work(() => credentials.listKeys(accountId)),
    saveSite: (site) => connection.work(() => credentials.saveSite(site)),
    findSite: (id) => connection.work(() => credentials.findSite(id)),
    listSites: (accountId) => connection.work(() => credentials.listSites(accountId)),
    noticeChanges: () => undefined,
    onChange: feed.onChange,
  };
}
