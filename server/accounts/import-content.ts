import { type ContentReference, collectionRules } from '../store/content-collections.ts';
import {
  COLLECTIONS,
  type Collection,
  type ContentImport,
  type ContentRow,
  type ContentStore,
  type PutResult,
} from '../store/content-store.ts';
import type { RowOutcome } from './import-servers.ts';
import { createReferenceCheck, type MissingReference } from './reference-check.ts';

/** A row, and where it comes from, for whoever has to right it. */
export interface PlacedRow<Place> {
  /** Parsed JSON of any shape. */
  readonly value: unknown;
  readonly place: Place;
}

/** What became of a row. A row whose name is still another's is looked at once more when all rows are there. */
export type ContentOutcome = RowOutcome | { readonly status: 'later'; readonly outcome: Promise<RowOutcome> };

export interface ContentImportResult<Place> {
  readonly version: number;
  /** False when every row was there already: then the version is the one from before. */
  readonly changed: boolean;
  /** Records taken out, by collection. */
  readonly removed: ReadonlyMap<Collection, number>;
  readonly missing: readonly MissingReference<Place>[];
}

/** Rows of any collections on their way into the content, shown together by `finish`. */
export interface ContentSession<Place> {
  importRows(collection: Collection, rows: readonly PlacedRow<Place>[]): Promise<ContentOutcome[]>;
  /** @param removeOthers takes the records that no row is of out of the collections that had rows. Needs `replacing`. */
  finish(options: { readonly removeOthers: boolean }): Promise<ContentImportResult<Place>>;
  /** Forgets everything. Harmless after `finish`. */
  abort(): Promise<void>;
}

interface WaitingRow {
  readonly collection: Collection;
  readonly row: ContentRow;
  readonly settle: (outcome: RowOutcome) => void;
}

/** Rows that may wait for their name; more than that are refused at once. */
const MAX_WAITING = 10_000;

/** Begins an import of content. @throws ContentBusyError while another one is running. */
export async function openContentSession<Place>(
  content: ContentStore,
  { replacing }: { readonly replacing: boolean },
): Promise<ContentSession<Place>> {
  const work = await content.openImport({ replacing });
  const references = createReferenceCheck<Place>(work);
  const touched = new Set<Collection>();
  const waiting: WaitingRow[] = [];

  function outcomeOf(result: PutResult | undefined, collection: Collection, row: ContentRow): ContentOutcome {
    if (result?.status !== 'name_taken') return { status: result?.status ?? 'unchanged' };
    if (waiting.length === MAX_WAITING) return nameTaken(collection, row, result.takenBy);
    return { status: 'later', outcome: new Promise((settle) => waiting.push({ collection, row, settle })) };
  }

  return {
    async importRows(collection, rows) {
      touched.add(collection);
      const outcomes = new Array<ContentOutcome>(rows.length);
      const good: { readonly row: ContentRow; readonly at: number; readonly refers: readonly ContentReference[] }[] =
        [];
      for (const [at, { value }] of rows.entries()) {
        const read = collectionRules[collection].read(value);
        if (read.ok) good.push({ row: read.row, at, refers: read.references });
        else outcomes[at] = { status: 'refused', faults: read.faults };
      }
      const results = await work.put(
        collection,
        good.map(({ row }) => row),
      );
      for (const [index, { row, at, refers }] of good.entries()) {
        outcomes[at] = outcomeOf(results[index], collection, row);
        const place = rows[at]?.place;
        if (place !== undefined) references.note(refers, place);
      }
      return outcomes;
    },
    async finish(options) {
      const removed = options.removeOthers ? await removeOthers(work, touched) : new Map<Collection, number>();
      for (const { collection, row, settle } of waiting.splice(0)) {
        const [result] = await work.put(collection, [row]);
        settle(
          result?.status === 'name_taken'
            ? nameTaken(collection, row, result.takenBy)
            : { status: result?.status ?? 'unchanged' },
        );
      }
      const missing = await references.findMissing();
      return { ...(await work.commit()), removed, missing };
    },
    abort: () => work.abort(),
  };
}

async function removeOthers(work: ContentImport, touched: ReadonlySet<Collection>): Promise<Map<Collection, number>> {
  const removed = new Map<Collection, number>();
  for (const collection of COLLECTIONS) {
    if (touched.has(collection)) removed.set(collection, await work.removeOthers(collection));
  }
  return removed;
}

function nameTaken(collection: Collection, row: ContentRow, takenBy: string): RowOutcome {
  const member = collection === 'users' ? 'username' : 'slug';
  const where = row.scope === '' ? '' : ` in the game ${JSON.stringify(row.scope)}`;
  const reason = `${JSON.stringify(row.name)} is taken${where} by ${takenBy}; choose another, or give the row that id`;
  return { status: 'refused', faults: [{ member, reason }] };
}
