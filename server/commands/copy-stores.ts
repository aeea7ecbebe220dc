import type { ArchiveRecord } from '../store/store-archive.ts';
import type { Stores } from '../store/stores.ts';
import { ArchiveTally } from './archive-tally.ts';

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

/**
 * Copies every record into an empty store, then reads the copy back and compares. @returns the records copied, by type.
 * @throws CopyIncompleteError when anything went wrong on the way.
 */
export async function copyStores({ from, to, now, onProgress }: CopyTask): Promise<Record<string, number>> {
  const read = new ArchiveTally();
  const found = new ArchiveTally();
  try {
    await to.archive.load(tallied(from.archive.dump(), read, (records) => onProgress(records, 'copying')));
    const copy = tallied(to.archive.dump(), found, (records) => onProgress(records, 'verifying'));
    for await (const _record of copy);
  } catch (error) {
    throw new CopyIncompleteError(`the copy broke off after ${read.records} records`, { cause: error });
  }
  const [difference] = read.differences(found, now());
  if (difference !== undefined) throw new CopyIncompleteError(`the copy is not the same: ${difference}`);
  return read.counts();
}

async function* tallied(
  records: AsyncIterable<ArchiveRecord>,
  tally: ArchiveTally,
  onProgress: (records: number) => void,
): AsyncGenerator<ArchiveRecord> {
  for await (const record of records) {
    tally.add(record);
    if (tally.records % PROGRESS_EVERY === 0) onProgress(tally.records);
    yield record;
  }
}
