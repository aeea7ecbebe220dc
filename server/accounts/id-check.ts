import { hash } from 'node:crypto';
import type { ImportNotes, NotedPlace } from '../store/import-notes.ts';
import type { RowOutcome } from './import-servers.ts';

/** A row as the check knows it: where it stands, and all that it says. */
export interface CheckedRow {
  readonly place: NotedPlace;
  readonly text: string;
}

/** Finds rows that have the id of an earlier row of the same import. */
export interface IdCheck {
  /**
   * Notes the row. @returns `null` for the first row that has the id, and else what becomes of the row: one that says the
   * same is `unchanged`, any other is refused.
   */
  claim(collection: string, id: string, row: CheckedRow): RowOutcome | null;
  /** Did a row of the collection have this id? */
  has(collection: string, id: string): boolean;
}

/**
 * Which of two different rows with one id is meant, nobody can tell; were both taken in, each repetition of the import would
 * change the record there and back. All that it knows is in the notes.
 *
 * @param pointTo names the place of the first row to somebody who looks at the second one, as in `line 3`.
 */
export function createIdCheck(notes: ImportNotes, pointTo: (first: NotedPlace, second: NotedPlace) => string): IdCheck {
  return {
    claim(collection, id, { place, text }) {
      const digest = hash('sha256', text, 'buffer');
      const first = notes.noteRow(collection, id, { place, digest });
      if (first === null) return null;
      if (digest.equals(first.digest)) return { status: 'unchanged' };
      const reason = `is already in ${pointTo(first.place, place)}, with other content`;
      return { status: 'refused', faults: [{ member: 'id', reason }] };
    },
    has: (collection, id) => notes.hasRow(collection, id),
  };
}
