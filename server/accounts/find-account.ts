import type { Account, DirectoryStore } from '../store/directory-store.ts';
import { isId } from './create-id.ts';
import { BadUsageError, RefusedError } from './refused-error.ts';

/** The account of this id or username, or `null`. */
export async function findAccount(directory: DirectoryStore, reference: string): Promise<Account | null> {
  const byId = isId('acc', reference) ? await directory.findAccount(reference) : null;
  return byId ?? directory.findAccountByUsername(reference.normalize('NFC').trim());
}

/** The account of this id or username. @throws RefusedError naming the option when there is none. */
export async function requireAccount(
  directory: DirectoryStore,
  reference: string,
  option = '--account',
): Promise<Account> {
  const account = await findAccount(directory, reference);
  if (account !== null) return account;
  throw new RefusedError(
    `${option} ${JSON.stringify(reference)} is no account's id or username; \`server-vote accounts list\` shows them.`,
  );
}

/** The account named, or the only one there is. @throws RefusedError when none is named and there is not exactly one. */
export async function chooseAccount(directory: DirectoryStore, reference: string | undefined): Promise<Account> {
  if (reference !== undefined) return requireAccount(directory, reference);
  const [only, ...others] = await directory.listAccounts();
  if (only === undefined) {
    throw new BadUsageError(
      '--account is missing and no account exists; make one with `server-vote accounts create --username NAME`.',
    );
  }
  if (others.length > 0) {
    throw new BadUsageError(
      `--account is missing and there are ${others.length + 1} accounts; name one, such as --account ${only.id}.`,
    );
  }
  return only;
}

/** The accounts a list is about: the one named, or all. */
export async function listChosenAccounts(
  directory: DirectoryStore,
  reference: string | undefined,
): Promise<readonly Account[]> {
  return reference === undefined ? directory.listAccounts() : [await requireAccount(directory, reference)];
}
