import type { Account, DirectoryStore } from '../store/directory-store.ts';
import { readAccountUsername } from './account-fields.ts';
import { createId } from './create-id.ts';
import { RefusedError } from './refused-error.ts';

export interface NewAccount {
  readonly username: string;
  readonly nowMs: number;
}

/** Creates an account under a free id. @throws RefusedError when the username is not valid or taken. */
export async function createAccount(directory: DirectoryStore, wanted: NewAccount): Promise<Account> {
  const username = readAccountUsername(wanted.username);
  const account = { id: await findFreeId(directory), username, createdAt: new Date(wanted.nowMs).toISOString() };
  if ((await directory.createAccount(account)) === 'created') return account;
  throw new RefusedError(`--username ${JSON.stringify(username)} is taken; choose another.`);
}

async function findFreeId(directory: DirectoryStore): Promise<string> {
  const id = createId('acc');
  return (await directory.findAccount(id)) === null ? id : findFreeId(directory);
}
