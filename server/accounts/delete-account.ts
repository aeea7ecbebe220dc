import type { Account, DirectoryStore } from '../store/directory-store.ts';
import { findAccount, requireAccount } from './find-account.ts';
import { RefusedError, reasonOf } from './refused-error.ts';

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

/**
 * Deletes the account of this id with its servers, keys, sites, votes and log.
 * @throws RefusedError when it broke off, which says how to go on.
 */
export async function deleteAccount(directory: DirectoryStore, accountId: string): Promise<void> {
  try {
    await directory.deleteAccount(accountId);
  } catch (error) {
    throw new RefusedError(
      `Account ${accountId} may be deleted in part${reasonOf(error)}; run \`server-vote accounts delete ${accountId} --yes\` until it is done.`,
      { cause: error },
    );
  }
}

/** Goes on with a deletion that broke off: its account is not found any more. @returns whether there was one. */
export async function resumeAccountDeletion(directory: DirectoryStore, accountId: string): Promise<boolean> {
  return (await findAccount(directory, accountId)) === null && directory.deleteAccount(accountId);
}
