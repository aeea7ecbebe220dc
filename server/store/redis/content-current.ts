import type { Collection } from '../content-store.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import type { ContentNow } from './content-now.ts';

/** What a reading answers that found another generation than it was begun with. */
export const MOVED = ['moved'] as const;

/** How often a read is begun anew because an import came in between. */
const MAX_MOVES = 5;

/** Reads from the current generation, and again when there is another one by now: a tag, the version, and what was read. */
export async function readCurrent(
  now: ContentNow,
  collection: Collection,
  read: (generation: string) => Promise<unknown>,
): Promise<readonly [version: number, ...rest: unknown[]]> {
  for (let moves = 0; moves <= MAX_MOVES; moves += 1) {
    const reply = await read(await now.generationOf(collection));
    if (!Array.isArray(reply)) throw new Error('A script of the content answered something that is no list.');
    const [status, version, ...rest] = reply;
    if (status !== MOVED[0]) {
      now.noteVersion(Number(version));
      return [Number(version), ...rest];
    }
    await now.refresh();
  }
  throw new StoreUnavailableError('Imports of content keep coming in between.');
}
