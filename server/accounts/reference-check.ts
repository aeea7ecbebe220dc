import type { ContentReference } from '../store/content-collections.ts';
import { COLLECTIONS, type Collection, type ContentImport } from '../store/content-store.ts';
import type { ImportNotes, NotedPlace, NotedReference, NumberedReference } from '../store/import-notes.ts';

/** Records that rows show a summary of, and that are not there. */
export interface MissingReferences {
  /** The first ones of them. */
  readonly first: readonly NotedReference[];
  /** How many there are in all. */
  readonly total: number;
}

/** A reference whose rows are still being counted. */
interface GatheredReference extends NotedReference {
  rows: number;
}

/** So many that are missing are told one by one. */
const MAX_TOLD = 1_000;
/** Rows refer to the same few records again and again; so many are counted here before they go into the notes. */
const MAX_GATHERED = 250;
const ASKED_AT_ONCE = 1_000;

/** Notes what rows refer to, and tells at the end which of it there is not: rows may come before what they refer to. */
export function createReferenceCheck(work: ContentImport, notes: ImportNotes) {
  let gathered = new Map<string, GatheredReference>();

  function flush(): void {
    notes.noteReferences([...gathered.values()]);
    // A map that is emptied keeps its old table tied to the new one; an old object then keeps all later ones.
    gathered = new Map();
  }

  async function isThere(collection: Collection, asked: readonly NumberedReference[]): Promise<boolean[]> {
    return work.hasIds(
      collection,
      asked.map(({ id }) => id),
    );
  }

  return {
    note(references: readonly ContentReference[], place: NotedPlace): void {
      for (const { collection, id, member } of references) {
        const key = `${collection} ${id}`;
        const known = gathered.get(key);
        if (known === undefined) gathered.set(key, { collection, id, member, place, rows: 1 });
        else known.rows += 1;
      }
      if (gathered.size >= MAX_GATHERED) flush();
    },
    async findMissing(): Promise<MissingReferences> {
      flush();
      const first: NotedReference[] = [];
      let total = 0;
      for (const collection of COLLECTIONS) {
        for (const asked of partsOf(notes, collection)) {
          const found = await isThere(collection, asked);
          const missing = asked.filter((_reference, at) => found[at] !== true);
          first.push(...missing.slice(0, MAX_TOLD - first.length).map(({ num: _num, ...reference }) => reference));
          total += missing.length;
        }
      }
      return { first, total };
    },
  };
}

function* partsOf(notes: ImportNotes, collection: Collection): Generator<readonly NumberedReference[]> {
  let after = 0;
  for (;;) {
    const part = notes.readReferences(collection, after, ASKED_AT_ONCE);
    const last = part.at(-1);
    if (last === undefined) return;
    yield part;
    after = last.num;
  }
}
