import type { Collection, ContentStore } from './content-store.ts';
import { StoreUnavailableError } from './store-errors.ts';

/** Rows that are asked for at once. */
const BATCH_ROWS = 500;
/** How often a whole list is begun again because an import came in between. */
const MAX_ATTEMPTS = 5;

/** An import came in between, so that the records already read are of another version than the next ones. */
export class ContentChangedError extends Error {
  override readonly name = 'ContentChangedError';
}

/** The JSON of every record of a list, in its order and of one version, in bounded memory. */
export async function* walkContent(store: ContentStore, collection: Collection, list: string): AsyncGenerator<string> {
  let version: number | null = null;
  for (let offset = 0; ; offset += BATCH_ROWS) {
    const page = await store.readPage(collection, list, { offset, limit: BATCH_ROWS });
    version ??= page.version;
    if (page.version !== version) throw new ContentChangedError('An import came in between; begin again.');
    yield* page.rows;
    if (offset + page.rows.length >= page.total) return;
  }
}

/**
 * A whole list of one version. Begins again when an import comes in between.
 *
 * @throws StoreUnavailableError when imports come faster than the list can be read.
 */
export async function readWholeList(
  store: ContentStore,
  collection: Collection,
  list: string,
): Promise<{ version: number; rows: string[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const first = await store.readPage(collection, list, { offset: 0, limit: BATCH_ROWS });
    const rows = [...first.rows];
    let { version } = first;
    while (version === first.version && rows.length < first.total) {
      const next = await store.readPage(collection, list, { offset: rows.length, limit: BATCH_ROWS });
      version = next.version;
      rows.push(...next.rows);
    }
    if (version === first.version) return { version, rows };
    if (attempt === MAX_ATTEMPTS) throw new StoreUnavailableError('Imports keep coming in between; try again later.');
  }
}
