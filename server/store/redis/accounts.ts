import { randomUUID } from 'node:crypto';
import type { Account, DirectoryStore } from '../directory-store.ts';
import type { RedisConnection } from './connection.ts';
import type { DirectoryParts } from './directory-store.ts';
import { ACCOUNTS_KEY, accountKey, requireKeyPart, usernamePointer } from './keys.ts';
import { readTagged } from './scripts.ts';

type AccountStore = Pick<
  DirectoryStore,
  'createAccount' | 'findAccount' | 'findAccountByUsername' | 'listAccounts' | 'findRevision'
>;

/** Ids that are asked for at once. */
const PAGE = 500;

export function createAccountStore({ connection, pointers, announce }: DirectoryParts): AccountStore {
  const { client, run } = connection;

  async function findAccount(id: string): Promise<Account | null> {
    const fields = await run(() => client.hgetall(accountKey(id)));
    const { username, createdAt, deleting } = fields;
    if (username === undefined || createdAt === undefined || deleting !== undefined) return null;
    return { id, username, createdAt };
  }

  async function createAccount(account: Account): Promise<'created' | 'username_taken'> {
    requireKeyPart(account.id);
    const pointer = usernamePointer(account.username);
    const hasIt = async (id: string) => (await findAccount(id))?.username === account.username;
    const claim = await pointers.claim(pointer, account.id, hasIt);
    if (claim === 'taken') return 'username_taken';
    if (claim === 'confirmed' && (await hasIt(account.id))) return 'username_taken';
    await run(() => client.sadd(ACCOUNTS_KEY, account.id));
    const words = [accountKey(account.id), account.username, account.createdAt] as const;
    const [tag] = readTagged(await run(() => client.createAccount(1, ...words, randomUUID())));
    if (tag === 'id_taken') {
      await pointers.release(pointer, account.id);
      throw new Error(`there is an account ${account.id} already`);
    }
    if (!(await pointers.confirm(pointer, account.id))) {
      await run(() => client.del(accountKey(account.id)));
      return 'username_taken';
    }
    await announce(account.id);
    return 'created';
  }

  async function listAccounts(): Promise<Account[]> {
    const accounts: Account[] = [];
    for await (const ids of accountIdPages(connection)) {
      const found = await Promise.all(ids.map(findAccount));
      accounts.push(...found.filter((account) => account !== null));
    }
    return accounts.sort((one, other) => compare(one.createdAt, other.createdAt) || compare(one.id, other.id));
  }

  return {
    createAccount,
    findAccount,
    listAccounts,
    async findRevision(id) {
      const [revision = null, deleting] = await run(() => client.hmget(accountKey(id), 'revision', 'deleting'));
      return deleting === null ? revision : null;
    },
    async findAccountByUsername(username) {
      const id = await pointers.read(usernamePointer(username));
      const account = id === null ? null : await findAccount(id);
      return account?.username === username ? account : null;
    },
  };
}

/** Ids of all accounts, each once; some may belong to no account. */
export async function* accountIdPages({ client, run }: RedisConnection): AsyncGenerator<string[]> {
  const seen = new Set<string>();
  let cursor = '0';
  do {
    const from = cursor;
    const [next, ids] = await run(() => client.sscan(ACCOUNTS_KEY, from, 'COUNT', PAGE));
    const fresh = ids.filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    yield [...new Set(fresh)];
    cursor = next;
  } while (cursor !== '0');
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
