import type { RowOutcome } from '../accounts/import-servers.ts';
import type { Stores } from '../store/stores.ts';
import type { ImportFile } from './find-import-files.ts';
import { type RowPlace, readRows } from './read-rows.ts';

/** A row that did not go in. */
export interface RefusedRow extends RowPlace {
  readonly file: string;
  readonly member: string;
  readonly reason: string;
}

export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  /** Rows, not faults: a row may have several. */
  refused: number;
}

export interface ImportTask {
  readonly stores: Stores;
  /** Empty where no collection needs one. */
  readonly accountId: string;
  readonly now: () => number;
  readonly onRefused: (row: RefusedRow) => void;
  /** Bytes read since the last call, and rows dealt with in this file so far. */
  readonly onProgress: (bytes: number, rows: number) => void;
}

interface PendingRow {
  readonly place: RowPlace;
  readonly value: unknown;
}

/** Rows of one write: enough to make a flush cheap, few enough to be done in milliseconds. */
const BATCH_ROWS = 200;
const BATCH_BYTES = 1024 * 1024;

/** Imports one file batch by batch. What went in before a fault of the store stays; the import can be repeated. */
export async function importFile(file: ImportFile, task: ImportTask): Promise<ImportCounts> {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  let batch: PendingRow[] = [];
  let batchBytes = 0;
  let bytesRead = 0;
  const flush = async () => {
    await importBatch(file, task, { rows: batch, counts });
    task.onProgress(bytesRead, counts.created + counts.updated + counts.unchanged + counts.refused);
    batch = [];
    batchBytes = 0;
    bytesRead = 0;
  };
  const rows = readRows(file.path, (count) => {
    bytesRead += count;
  });
  for await (const row of rows) {
    const place = { line: row.line, index: row.index };
    if (row.fault !== null) {
      counts.refused += 1;
      task.onRefused({ file: file.path, ...place, ...row.fault });
      continue;
    }
    batch.push({ place, value: row.value });
    batchBytes += row.bytes;
    if (batch.length >= BATCH_ROWS || batchBytes >= BATCH_BYTES) await flush();
  }
  await flush();
  return counts;
}

async function importBatch(
  file: ImportFile,
  task: ImportTask,
  { rows, counts }: { readonly rows: readonly PendingRow[]; readonly counts: ImportCounts },
): Promise<void> {
  if (rows.length === 0) return;
  const outcomes = await file.importer.importRows(
    { stores: task.stores, rows: rows.map((row) => row.value), nowMs: task.now() },
    task.accountId,
  );
  for (const [index, { place }] of rows.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined)
      throw new Error(`The importer of ${file.importer.collection} left a row without an outcome.`);
    counts[outcome.status] += 1;
    for (const fault of faultsOf(outcome)) task.onRefused({ file: file.path, ...place, ...fault });
  }
}

function faultsOf(outcome: RowOutcome) {
  return outcome.status === 'refused' ? outcome.faults : [];
}
