import type { DirectoryStore, KeyRecord } from '../directory-store.ts';
import { keyOwner } from './credentials.ts';
import type { DirectoryParts } from './directory-store.ts';
import { eraseKeys } from './erase.ts';
import {
  ACCOUNTS_KEY,
  accountKey,
  keyHashPointer,
  keyPointer,
  keysKey,
  leftoversPattern,
  logKey,
  namesKey,
  serverPointer,
  serversKey,
  sitePointer,
  sitesKey,
  slugsKey,
  totalsKey,
  usernamePointer,
} from './keys.ts';
import { readTagged } from './scripts.ts';
import { pagesOf, readTable } from './table-pages.ts';

/** Pointers that are dropped at once. */
const PAGE = 200;

/**
 * Deletes accounts. The mark comes first: from then on the account is not found, nothing is written for it and nobody can
 * vote. Access goes next, then the data; the record with the mark goes last, so that a repetition finds what is left to do.
 */
export function createAccountDeletion(parts: DirectoryParts): Pick<DirectoryStore, 'deleteAccount'> {
  const { connection, pointers, announce } = parts;
  const { client, run } = connection;
  return {
    async deleteAccount(id) {
      const [tag, username] = readTagged(await run(() => client.markDeleting(2, accountKey(id), totalsKey(id))));
      if (tag === 'no_account' || username === undefined) return false;
      await dropAccess(parts, id);
      await announce(id);
      await dropServers(parts, id);
      await eraseKeys(connection, leftoversPattern(id));
      await run(() => client.unlink(logKey(id), totalsKey(id)));
      await pointers.drop(usernamePointer(username), id);
      await run(() => client.srem(ACCOUNTS_KEY, id));
      await run(() => client.del(accountKey(id)));
      await announce(id);
      return true;
    },
  };
}

async function dropAccess({ connection, pointers }: DirectoryParts, id: string): Promise<void> {
  const { client, run } = connection;
  const keys = await readTable(connection, keysKey(id));
  const sites = await readTable(connection, sitesKey(id));
  for (const record of keys.values()) {
    const key: KeyRecord = JSON.parse(record);
    await pointers.drop(keyHashPointer(key.hash), keyOwner(id, key.id));
    await pointers.drop(keyPointer(key.id), id);
  }
  for (const siteId of sites.keys()) await pointers.drop(sitePointer(siteId), id);
  await run(() => client.unlink(keysKey(id), sitesKey(id)));
}

async function dropServers({ connection, pointers }: DirectoryParts, id: string): Promise<void> {
  const { client, run } = connection;
  const servers = await readTable(connection, serversKey(id));
  for (const page of pagesOf([...servers.keys()], PAGE)) {
    await Promise.all(page.map((serverId) => pointers.drop(serverPointer(serverId), id)));
  }
  await run(() => client.unlink(serversKey(id), slugsKey(id), namesKey(id)));
}
