import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadAccounts, openBuiltStores, type StoreOptions } from '../product/built-product.ts';
import { sampleResource } from './sample-resources.ts';

/** As much of the built content store as is used here. */
export interface BuiltContent {
  readPage(
    collection: 'resources',
    list: string,
    range: { offset: number; limit: number },
  ): Promise<{ readonly total: number; readonly rows: readonly string[] }>;
}

interface BuiltImport {
  put(collection: 'resources', rows: readonly unknown[]): Promise<unknown>;
  commit(): Promise<unknown>;
}

const BATCH_ROWS = 500;

/** Opens a store for reading its content. */
export async function openBuiltContent(
  place: StoreOptions,
): Promise<{ content: BuiltContent; close(): Promise<void> }> {
  const stores = await openBuiltStores(place);
  return { content: contentOf(stores), close: () => stores.close() };
}

/** Imports so many resources, numbered from 0. */
export async function fillContent(place: StoreOptions, count: number, say: (line: string) => void): Promise<void> {
  const rowOf = await loadRowOf();
  const stores = await openBuiltStores(place);
  try {
    const work: BuiltImport = await contentOf(stores).openImport();
    for (let from = 0; from < count; from += BATCH_ROWS) {
      const numbers = Array.from({ length: Math.min(BATCH_ROWS, count - from) }, (_, at) => from + at);
      await work.put(
        'resources',
        numbers.map((number) => rowOf('resources', JSON.stringify(sampleResource(number)))),
      );
      if (from % 100_000 === 0 && from > 0) say(`${from.toLocaleString('en-US')} resources`);
    }
    await work.commit();
  } finally {
    await stores.close();
  }
}

/** Makes an account with a user key. */
export async function createUserKey(place: StoreOptions): Promise<string> {
  const accounts = await loadAccounts();
  const { directory, close } = await openBuiltStores(place);
  try {
    const nowMs = Date.now();
    const { id: accountId } = await accounts.createAccount(directory, { username: 'reader', nowMs });
    const rights = { accountId, kind: 'user', attest: false, votesPerMinute: null } as const;
    return (await accounts.createKey(directory, rights, nowMs)).text;
  } finally {
    await close();
  }
}

function contentOf(stores: object): BuiltContent & { openImport(): Promise<BuiltImport> } {
  return Reflect.get(stores, 'content');
}

async function loadRowOf(): Promise<(collection: 'resources', json: string) => unknown> {
  const { rowOf } = await import(pathToFileURL(resolve('dist/server/store/content-collections.js')).href);
  return rowOf;
}
