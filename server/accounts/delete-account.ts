import type { Account, DirectoryStore } from '../store/directory-store.ts';
import { requireAccount } from './find-account.ts';

/** What goes with an account when it is deleted. */
export interface AccountBelongings {
  readonly account: Account;
  readonly servers: number;
  readonly keys: number;
  readonly sites: number;
}

/** Counts what a deletion would take, to be shown before it is confirmed. @throws RefusedError when there is no such account. */
export async function countBelongings(directory: DirectoryStore, reference: string): Promise<AccountBelongings> {
  const account = await requireAccount(directory, reference, 'ACCOUNT');
  const [servers, keys, sites] = await Promise.all([
    directory.listServers(account.id),
    directory.listKeys(account.id),
    directory.listSites(account.id),
  ]);
  return { account, servers: servers.length, keys: keys.length, sites: sites.length };
}

/** Deletes the account with its servers, keys, sites, votes and log. After a fault it can be called again until it is done. */
export async function deleteAccount(directory: DirectoryStore, account: Account): Promise<void> {
  await directory.deleteAccount(account.id);
}
