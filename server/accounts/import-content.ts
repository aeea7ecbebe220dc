import { collectionRules } from '../store/content-collections.ts';
import {
  COLLECTIONS,
  type Collection,
  type ContentImport,
  type ContentRow,
  type ContentStore,
  type PutResult,
} from '../store/content-store.ts';
import type { ImportNotes, NotedPlace } from '../store/import-notes.ts';
import type { IdCheck } from './id-check.ts';
import type { RowFault, RowOutcome } from './import-servers.ts';
import { createReferenceCheck, type MissingReferences } from './reference-check.ts';
import { createWaitingRows } from './waiting-rows.ts';

/** A row, and where it comes from, for whoever has to right it. */
export interface PlacedRow {
  /** Parsed JSON of any shape. */
  readonly value: unknown;
  readonly place: NotedPlace;
}

/** What became of a row. A row whose name is still another's is looked at once more when all rows are there. */
export type ContentOutcome = RowOutcome | { readonly status: 'later'; readonly outcome: Promise<RowOutcome> };

export interface ContentImportResult {
  readonly version: number;
  /** False when every row was there already: then the version is the one from before. */
  readonly changed: boolean;
  /** Records taken out, by collection. */
  readonly removed: ReadonlyMap<Collection, number>;
  readonly missing: MissingReferences;
}

/** Rows of any collections on their way into the content, shown together by `finish`. */
export interface ContentSession {
  importRows(collection: Collection, rows: readonly PlacedRow[]): Promise<ContentOutcome[]>;
  /**
   * @param removeOthers takes the records that no row is of out of the collections that had rows. Needs `replacing`. Nothing
   * is taken out where a row was refused here, or would be, for its record may be among them.
   */
  finish(options: { readonly removeOthers: boolean }): Promise<ContentImportResult>;
  /** Forgets everything. Harmless after `finish`. */
  abort(): Promise<void>;
}

export interface ContentSessionOptions {
  /** Lets `finish` take out what no row is of. */
  readonly replacing: boolean;
  readonly ids: IdCheck;
  /** For what rows refer to. */
  readonly notes: ImportNotes;
}

/** Begins an import of content. @throws ContentBusyError while another one is running. */
export async function openContentSession(
  content: ContentStore,
  { replacing, ids, notes }: ContentSessionOptions,
): Promise<ContentSession> {
  const work = await content.openImport({ replacing });
  const references = createReferenceCheck(work, notes);
  const waiting = createWaitingRows(work);
  const touched = new Set<Collection>();
  let refused = 0;

  function read(collection: Collection, { value, place }: PlacedRow) {
    const record = collectionRules[collection].read(value);
    if (!record.ok) return { outcome: refusedFor(record.faults) };
    const outcome = ids.claim(collection, record.row.id, { place, text: record.row.json });
    if (outcome?.status === 'refused') refused += 1;
    return outcome === null ? { record } : { outcome };
  }

  function refusedFor(faults: readonly RowFault[]): RowOutcome {
    refused += 1;
    return { status: 'refused', faults };
  }

  function outcomeOf(result: PutResult | undefined, collection: Collection, row: ContentRow): ContentOutcome {
    if (result?.status === 'name_taken') {
      const outcome = waiting.add({ collection, row, takenBy: result.takenBy });
      if (outcome.status === 'refused') refused += 1;
      return outcome;
    }
    if (result === undefined || result.status === 'repeated') throw new Error(`Row ${row.id} was put twice.`);
    return { status: result.status };
  }

  return {
    async importRows(collection, rows) {
      touched.add(collection);
      const outcomes = new Array<ContentOutcome>(rows.length);
      const good: { readonly row: ContentRow; readonly at: number }[] = [];
      for (const [at, placed] of rows.entries()) {
        const { record, outcome } = read(collection, placed);
        if (outcome !== undefined) outcomes[at] = outcome;
        if (record === undefined) continue;
        good.push({ row: record.row, at });
        references.note(record.references, placed.place);
      }
      const results = await work.put(
        collection,
        good.map(({ row }) => row),
      );
      for (const [index, { row, at }] of good.entries()) outcomes[at] = outcomeOf(results[index], collection, row);
      return outcomes;
    },
    async finish(options) {
      await waiting.putAgain();
      const isWhole = refused === 0 && waiting.wouldAllGo(ids.has);
      const removes = options.removeOthers && isWhole;
      const removed = removes ? await removeOthers(work, touched) : new Map<Collection, number>();
      if (removes) await waiting.putAgain();
      waiting.refuseRest();
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
