import { createHash } from 'node:crypto';
import type { RowOutcome } from './import-servers.ts';

/** A row as the check knows it: where it stands, and all that it says. */
export interface CheckedRow<Place> {
  readonly place: Place;
  readonly text: string;
}

/** Finds rows that have the id of an earlier row of the same import. */
export interface IdCheck<Place> {
  /**
   * Remembers the id. @returns `null` for the first row that has it, and else what becomes of the row: one that says the same
   * is `unchanged`, any other is refused.
   */
  claim(collection: string, id: string, row: CheckedRow<Place>): RowOutcome | null;
  /** Did a row of the collection have this id? */
  has(collection: string, id: string): boolean;
}

interface First<Place> {
  readonly place: Place;
  readonly digest: number;
}

/**
 * Which of two different rows with one id is meant, nobody can tell; were both taken in, each repetition of the import would
 * change the record there and back.
 *
 * @param pointTo names the place of the first row to somebody who looks at the second one, as in `line 3`.
 */
export function createIdCheck<Place>(pointTo: (first: Place, second: Place) => string): IdCheck<Place> {
  const collections = new Map<string, Map<string, First<Place>>>();
  return {
    claim(collection, id, { place, text }) {
      const ids = collections.get(collection) ?? new Map<string, First<Place>>();
      collections.set(collection, ids);
      const first = ids.get(id);
      const digest = digestOf(text);
      if (first === undefined) {
        ids.set(id, { place, digest });
        return null;
      }
      if (first.digest === digest) return { status: 'unchanged' };
      const reason = `is already in ${pointTo(first.place, place)}, with other content`;
      return { status: 'refused', faults: [{ member: 'id', reason }] };
    },
    has: (collection, id) => collections.get(collection)?.has(id) === true,
  };
}

function digestOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}
