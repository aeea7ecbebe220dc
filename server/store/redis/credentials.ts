import { randomUUID } from 'node:crypto';
import type { DirectoryStore, KeyRecord, SiteRecord } from '../directory-store.ts';
import type { DirectoryParts } from './directory-store.ts';
import { accountKey, keyHashPointer, keyPointer, keysKey, sitePointer, sitesKey } from './keys.ts';
import { readTagged } from './scripts.ts';
import { readTable } from './table-pages.ts';

type CredentialStore = Pick<
  DirectoryStore,
  'saveKey' | 'findKey' | 'findKeyByHash' | 'listKeys' | 'saveSite' | 'findSite' | 'listSites'
>;

/** A pointer with the owner it should have. */
interface Wanted {
  readonly pointer: string;
  readonly owner: string;
  readonly holds: (owner: string) => Promise<boolean>;
}

/** API keys and sites: a record each in its account, and pointers to it. */
export function createCredentialStore(parts: DirectoryParts): CredentialStore {
  const { connection, pointers, announce } = parts;
  const { client, run } = connection;

  async function readKey(accountId: string, id: string): Promise<KeyRecord | null> {
    const record = await run(() => client.hget(keysKey(accountId), id));
    return record === null ? null : JSON.parse(record);
  }

  async function readSite(accountId: string, id: string): Promise<SiteRecord | null> {
    const record = await run(() => client.hget(sitesKey(accountId), id));
    return record === null ? null : JSON.parse(record);
  }

  async function findKeyByHash(hash: string): Promise<KeyRecord | null> {
    const owner = await pointers.read(keyHashPointer(hash));
    if (owner === null) return null;
    const { accountId, keyId } = splitKeyOwner(owner);
    const key = await readKey(accountId, keyId);
    return key?.hash === hash ? key : null;
  }

  async function findKey(id: string): Promise<KeyRecord | null> {
    const owner = await pointers.read(keyPointer(id));
    return owner === null ? null : readKey(owner, id);
  }

  async function findSite(id: string): Promise<SiteRecord | null> {
    const owner = await pointers.read(sitePointer(id));
    return owner === null ? null : readSite(owner, id);
  }

  return {
    findKey,
    findKeyByHash,
    findSite,
    async saveKey(key) {
      const { id, accountId, hash } = key;
      const known = await readKey(accountId, id);
      if (known !== null && known.hash !== hash) throw new Error(`the hash of the key ${id} never changes`);
      const { expiresAtMs, ...record } = key;
      const words = [JSON.stringify(record), expiresAtMs ?? 'null'];
      const table = keysKey(accountId);
      const write = () => client.putKey(2, accountKey(accountId), table, id, ...words, randomUUID());
      await putRecord(parts, { accountId, id, table, write }, pointersOfKey(key, readKey));
      await announce(accountId);
    },
    async saveSite(site) {
      const { id, accountId } = site;
      const holds = async (owner: string) => (await readSite(owner, id)) !== null;
      const wanted: Wanted[] = [{ pointer: sitePointer(id), owner: accountId, holds }];
      const [table, record] = [sitesKey(accountId), JSON.stringify(site)];
      const write = () => client.putRecord(2, accountKey(accountId), table, id, record, randomUUID());
      await putRecord(parts, { accountId, id, table, write }, wanted);
      await announce(accountId);
    },
    async listKeys(accountId) {
      const table = await readTable(connection, keysKey(accountId));
      return [...table.values()].map((record): KeyRecord => JSON.parse(record)).sort(byAge);
    },
    async listSites(accountId) {
      const table = await readTable(connection, sitesKey(accountId));
      return [...table.values()].map((record): SiteRecord => JSON.parse(record)).sort(byAge);
    },
  };
}

/** Who an API key's hash points to. */
export function keyOwner(accountId: string, keyId: string): string {
  return `${accountId}/${keyId}`;
}

type ReadKey = (accountId: string, id: string) => Promise<KeyRecord | null>;

function pointersOfKey({ id, accountId, hash }: KeyRecord, readKey: ReadKey): Wanted[] {
  return [
    { pointer: keyPointer(id), owner: accountId, holds: async (owner) => (await readKey(owner, id)) !== null },
    {
      pointer: keyHashPointer(hash),
      owner: keyOwner(accountId, id),
      holds: async (owner) => {
        const { accountId: holder, keyId } = splitKeyOwner(owner);
        return (await readKey(holder, keyId))?.hash === hash;
      },
    },
  ];
}

interface Put {
  readonly accountId: string;
  readonly id: string;
  readonly table: string;
  /** Writes the record, unless there is no such account; a tagged reply. */
  readonly write: () => Promise<unknown>;
}

/** @throws Error when a pointer is another's, or there is no such account; nothing was changed then. */
async function putRecord(parts: DirectoryParts, put: Put, wanted: readonly Wanted[]): Promise<void> {
  const { pointers, connection } = parts;
  const { client, run } = connection;
  const claims = await Promise.all(wanted.map(({ pointer, owner, holds }) => pointers.claim(pointer, owner, holds)));
  const pending = wanted.filter((_, index) => claims[index] === 'pending');
  const giveUp = () => Promise.all(pending.map(({ pointer, owner }) => pointers.release(pointer, owner)));
  if (claims.includes('taken')) {
    await giveUp();
    throw new Error(`${put.id} or its key is another's already`);
  }
  const reply = await run(put.write);
  if (readTagged(reply)[0] === 'no_account') {
    await giveUp();
    throw new Error(`there is no account ${put.accountId}`);
  }
  const confirmed = await Promise.all(pending.map(({ pointer, owner }) => pointers.confirm(pointer, owner)));
  if (confirmed.includes(false)) {
    await run(() => client.removeRecord(2, accountKey(put.accountId), put.table, put.id, randomUUID()));
    throw new Error(`${put.id} or its key is another's already`);
  }
}

function splitKeyOwner(owner: string): { readonly accountId: string; readonly keyId: string } {
  const slash = owner.indexOf('/');
  return { accountId: owner.slice(0, slash), keyId: owner.slice(slash + 1) };
}

function byAge(one: { createdAt: string; id: string }, other: { createdAt: string; id: string }): number {
  return one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id);
}
