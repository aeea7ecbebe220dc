import { RefusedError } from '../accounts/refused-error.ts';
import { COLLECTIONS, type Collection, type ContentStore } from '../store/content-store.ts';
import type { ImportFile } from './find-import-files.ts';
import { countOf } from './format-table.ts';
import { readRows } from './read-rows.ts';

/**
 * An export that failed leaves an empty file behind, and replacing by it would take a whole collection out.
 * @throws RefusedError naming the first collection that would be emptied. Nothing was changed.
 */
export async function refuseEmptied(files: readonly ImportFile[], content: ContentStore): Promise<void> {
  for (const collection of COLLECTIONS) {
    const own = files.filter(({ importer }) => importer.collection === collection);
    if (own.length === 0 || (await hasRows(own))) continue;
    const records = await countRecords(content, collection);
    if (records === 0) continue;
    const paths = own.map(({ path }) => path).join(', ');
    throw new RefusedError(
      `--replace would take all ${countOf(records, 'record')} of ${collection} out, because ${paths} has no rows; ` +
        'leave the file away, or say --allow-empty if that is meant. Nothing was changed.',
    );
  }
}

async function hasRows(files: readonly ImportFile[]): Promise<boolean> {
  for (const { path } of files) {
    for await (const _row of readRows(path, () => undefined)) return true;
  }
  return false;
}

async function countRecords(content: ContentStore, collection: Collection): Promise<number> {
  return (await content.readPage(collection, 'all', { offset: 0, limit: 1 })).total;
}
