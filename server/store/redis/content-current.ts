import type { Collection } from '../content-store.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import type { ContentNow } from './content-now.ts';

/** How often a read is begun anew because an import came in between. */
export const MAX_MOVES = 5;

/**
 * Asks a script about the current generation, and again when there is another one by now.
 *
 * @param ask runs the script, which answers `moved`, or a tag, the version, and what it has read
 * @returns the version, and what was read
 * @throws StoreUnavailableError when Redis cannot be asked, or imports keep coming in between
 */
export async function readCurrent(
  now: ContentNow,
  collection: Collection,
  ask: (generation: string) => Promise<unknown>,
): Promise<readonly [version: number, ...rest: unknown[]]> {
  for (let moves = 0; moves <= MAX_MOVES; moves += 1) {
    const reply = await ask(await now.generationOf(collection));
    if (!Array.isArray(reply)) throw new Error('A script of the content answered something that is no list.');
    const [status, version, ...rest] = reply;
    if (status !== 'moved') {
      now.noteVersion(Number(version));
      return [Number(version), ...rest];
    }
    await now.refresh();
  }
  throw movedTooOften();
}

export function movedTooOften(): StoreUnavailableError {
  return new StoreUnavailableError('Imports of content keep coming in between.');
}
