import { loadAccounts, openBuiltStores, type StoreOptions } from '../product/built-product.ts';

/** As much of the built content store as is used here. */
export interface BuiltContent {
  readPage(
    collection: 'resources',
    list: string,
    range: { offset: number; limit: number },
  ): Promise<{ readonly total: number; readonly rows: readonly string[] }>;
}

/** Opens a store for reading its content. */
export async function openBuiltContent(
  place: StoreOptions,
): Promise<{ content: BuiltContent; close(): Promise<void> }> {
  const stores = await openBuiltStores(place);
  return { content: contentOf(stores), close: () => stores.close() };
}

/** Makes an account with a user key. */
export async function createUserKey(place: StoreOptions, username = 'reader'): Promise<string> {
  const accounts = await loadAccounts();
  const { directory, close } = await openBuiltStores(place);
  try {
    const nowMs = Date.now();
    const { id: accountId } = await accounts.createAccount(directory, { username, nowMs });
    const rights = { accountId, kind: 'user', attest: false, votesPerMinute: null } as const;
    return (await accounts.createKey(directory, rights, nowMs)).text;
  } finally {
    await close();
  }
}

function contentOf(stores: object): BuiltContent {
  return Reflect.get(stores, 'content');
}
