import type { RowFault } from './import-servers.ts';

/** Finds rows that have the id of an earlier row of the same import. */
export interface IdCheck<Place> {
  /** Remembers the id. @returns what is wrong with the row if another one had it before. */
  claim(collection: string, id: string, place: Place): RowFault | null;
  /** Did a row of the collection have this id? */
  has(collection: string, id: string): boolean;
}

/**
 * Which of two rows with one id is meant, nobody can tell; were both taken in, each repetition of the import would change
 * the record there and back.
 *
 * @param pointTo names the place of the first row to somebody who looks at the second one, as in `line 3`.
 */
export function createIdCheck<Place>(pointTo: (first: Place, second: Place) => string): IdCheck<Place> {
  const collections = new Map<string, Map<string, Place>>();
  return {
    claim(collection, id, place) {
      const ids = collections.get(collection) ?? new Map<string, Place>();
      collections.set(collection, ids);
      const first = ids.get(id);
      if (first !== undefined) return { member: 'id', reason: `is already in ${pointTo(first, place)}` };
      ids.set(id, place);
      return null;
    },
    has: (collection, id) => collections.get(collection)?.has(id) === true,
  };
}
