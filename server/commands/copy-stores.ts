import { COLLECTIONS, type ContentStore } from '../store/content-store.ts';
import { walkContent } from '../store/content-walk.ts';
import { copyContent } from '../store/copy-content.ts';
import type { Stores } from '../store/stores.ts';
import { ArchiveTally, type TalliedRecord } from './archive-tally.ts';

export interface CopyTask {
  readonly from: Stores;
  readonly to: Stores;
  readonly now: () => number;
  /** Called now and then with the number of records read so far. */
  readonly onProgress: (records: number, phase: 'copying' | 'verifying') => void;
}

/** The target holds some of the records and must be cleared before another try. */
export class CopyIncompleteError extends Error {
  override readonly name = 'CopyIncompleteError';
}

const PROGRESS_EVERY = 1000;

/** Can a copy be made into this store? */
export async function isEmptyStore({ archive, content }: Stores): Promise<boolean> {
  return (await archive.isEmpty()) && (await content.readVersion()) === 0;
}

/**
 * Copies every record into an empty store, then reads the copy back and compares. @returns the records copied, by type.
 * @throws CopyIncompleteError when anything went wrong on the way.
 */
export async function copyStores({ from, to, now, onProgress }: CopyTask): Promise<Record<string, number>> {
  const read = new ArchiveTally();
  const found = new ArchiveTally();
  const copying = () => onProgress(read.records, 'copying');
  const verifying = () => onProgress(found.records, 'verifying');
  try {
    await to.archive.load(tallied(from.archive.dump(), read, copying));
    await drain(tallied(contentOf(from.content), read, copying));
    await copyContent(from.content, to.content);
    await drain(tallied(to.archive.dump(), found, verifying));
    await drain(tallied(contentOf(to.content), found, verifying));
  } catch (error) {
    throw new CopyIncompleteError(`the copy broke off after ${read.records} records`, { cause: error });
  }
  const [difference] = read.differences(found, now());
  if (difference !== undefined) throw new CopyIncompleteError(`the copy is not the same: ${difference}`);
  return read.counts();
}

async function* contentOf(content: ContentStore): AsyncGenerator<TalliedRecord> {
  for (const collection of COLLECTIONS) {
    for await (const json of walkContent(content, collection, 'all')) yield { type: 'content', collection, json };
  }
}

async function* tallied<Item extends TalliedRecord>(
  records: AsyncIterable<Item>,
  tally: ArchiveTally,
  onProgress: () => void,
): AsyncGenerator<Item> {
  for await (const record of records) {
    tally.add(record);
    if (tally.records % PROGRESS_EVERY === 0) onProgress();
    yield record;
  }
}

async function drain(records: AsyncIterable<unknown>): Promise<void> {
  for await (const _record of records);
}
