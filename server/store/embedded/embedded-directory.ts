import type { DirectoryStore } from '../directory-store.ts';
import { AccountDirectory, type DirectoryParts } from './account-directory.ts';
import { KeyDirectory } from './key-directory.ts';
import { ServerDirectory } from './server-directory.ts';
import { SiteDirectory } from './site-directory.ts';

/** DirectoryStore on SQLite. */
export function createDirectory(parts: DirectoryParts): DirectoryStore {
  const { work } = parts.file;
  const accounts = new AccountDirectory(parts);
  const servers = new ServerDirectory(parts);
  const keys = new KeyDirectory(parts);
  const sites = new SiteDirectory(parts);
  return {
    createAccount: (account) => accounts.createAccount(account),
    findAccount: (id) => accounts.findAccount(id),
    findAccountByUsername: (username) => accounts.findAccountByUsername(username),
    listAccounts: () => accounts.listAccounts(),
    findRevision: async () => parts.changes.revision(),
    deleteAccount: (id) => work.track(accounts.deleteAccount(id)),
    saveServers: (accountId, drafts) => work.track(servers.saveServers(accountId, drafts)),
    findServer: (id) => servers.findServer(id),
    findServerBySlug: (accountId, slug) => servers.findServerBySlug(accountId, slug),
    findListedServers: (accountId, names) => servers.findListedServers(accountId, names),
    findServersByName: (accountId, name) => servers.findServersByName(accountId, name),
    listServers: (accountId) => servers.listServers(accountId),
    deleteServer: (id) => work.track(servers.deleteServer(id)),
    assignServer: (id, accountId) => servers.assignServer(id, accountId),
    saveKey: (key) => keys.saveKey(key),
    findKey: (id) => keys.findKey(id),
    findKeyByHash: (hash) => keys.findKeyByHash(hash),
    listKeys: (accountId) => keys.listKeys(accountId),
    saveSite: (site) => sites.saveSite(site),
    findSite: (id) => sites.findSite(id),
    listSites: (accountId) => sites.listSites(accountId),
    noticeChanges: () => parts.changes.notice(),
    onChange: (listener) => parts.changes.onChange(listener),
  };
}
