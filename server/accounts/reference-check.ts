import type { ContentReference } from '../store/content-collections.ts';
import { COLLECTIONS, type ContentImport } from '../store/content-store.ts';

/** A record that rows show a summary of, and that is not there. */
export interface MissingReference<Place> extends ContentReference {
  /** The first row that refers to it. */
  readonly place: Place;
  /** How many rows do. */
  readonly rows: number;
}

/** Records that are remembered; of more than that some go unchecked. */
const MAX_REMEMBERED = 50_000;
const ASKED_AT_ONCE = 1_000;

/** Remembers what rows refer to, and tells at the end which of it there is not: rows may come before what they refer to. */
export function createReferenceCheck<Place>(work: ContentImport) {
  const noted = new Map<string, { reference: ContentReference; place: Place; rows: number }>();
  return {
    note(references: readonly ContentReference[], place: Place): void {
      for (const reference of references) {
        const key = `${reference.collection} ${reference.id}`;
        const known = noted.get(key);
        if (known !== undefined) known.rows += 1;
        else if (noted.size < MAX_REMEMBERED) noted.set(key, { reference, place, rows: 1 });
      }
    },
    async findMissing(): Promise<MissingReference<Place>[]> {
      const missing: MissingReference<Place>[] = [];
      for (const collection of COLLECTIONS) {
        const asked = [...noted.values()].filter(({ reference }) => reference.collection === collection);
        for (let from = 0; from < asked.length; from += ASKED_AT_ONCE) {
          const part = asked.slice(from, from + ASKED_AT_ONCE);
          const found = await work.hasIds(
            collection,
            part.map(({ reference }) => reference.id),
          );
          for (const [at, { reference, place, rows }] of part.entries()) {
            if (found[at] !== true) missing.push({ ...reference, place, rows });
          }
        }
      }
      return missing;
    },
  };
}
