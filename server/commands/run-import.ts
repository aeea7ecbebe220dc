import type { RowOutcome } from '../accounts/import-servers.ts';
import type { ImportFile } from './find-import-files.ts';
import type { FilePlace, ImportTarget } from './importers.ts';
import { readRows } from './read-rows.ts';

/** A row that did not go in. */
export interface RefusedRow extends FilePlace {
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

export interface ImportTask extends ImportTarget {
  readonly now: () => number;
  readonly onRefused: (row: RefusedRow) => void;
  /** Bytes read since the last call, and rows dealt with in this file so far. */
  readonly onProgress: (bytes: number, rows: number) => void;
}

/** What became of a file so far; `settled` resolves when the rows that wait for others are counted too. */
export interface FileImport {
  readonly counts: ImportCounts;
  readonly settled: () => Promise<void>;
}

interface PendingRow {
  readonly place: FilePlace;
  readonly value: unknown;
}

/** Rows of one write: enough to make a flush cheap, few enough to be done in milliseconds. */
const BATCH_ROWS = 200;
const BATCH_BYTES = 1024 * 1024;

/** Imports one file batch by batch. What went in before a fault of the store stays; the import can be repeated. */
export async function importFile(file: ImportFile, task: ImportTask): Promise<FileImport> {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  const waiting: Promise<void>[] = [];
  let batch: PendingRow[] = [];
  let batchBytes = 0;
  let bytesRead = 0;
  await file.importer.begin?.(task);
  const flush = async () => {
    await importBatch(file, task, { rows: batch, counts, waiting });
    task.onProgress(bytesRead, counts.created + counts.updated + counts.unchanged + counts.refused);
    batch = [];
    batchBytes = 0;
    bytesRead = 0;
  };
  const rows = readRows(file.path, (count) => {
    bytesRead += count;
  });
  for await (const row of rows) {
    const place = { file: file.path, line: row.line, index: row.index };
    if (row.fault !== null) {
      counts.refused += 1;
      task.onRefused({ ...place, ...row.fault });
      continue;
    }
    batch.push({ place, value: row.value });
    batchBytes += row.bytes;
    if (batch.length >= BATCH_ROWS || batchBytes >= BATCH_BYTES) await flush();
  }
  await flush();
  return { counts, settled: async () => void (await Promise.all(waiting)) };
}

async function importBatch(
  file: ImportFile,
  task: ImportTask,
  batch: {
    readonly rows: readonly PendingRow[];
    readonly counts: ImportCounts;
    readonly waiting: Promise<void>[];
  },
): Promise<void> {
  const { rows, counts, waiting } = batch;
  if (rows.length === 0) return;
  const outcomes = await file.importer.importRows({ rows, nowMs: task.now() }, task);
  const count = (outcome: RowOutcome, place: FilePlace) => {
    counts[outcome.status] += 1;
    for (const fault of faultsOf(outcome)) task.onRefused({ ...place, ...fault });
  };
  for (const [index, { place }] of rows.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined)
      throw new Error(`The importer of ${file.importer.collection} left a row without an outcome.`);
    if (outcome.status === 'later') waiting.push(outcome.outcome.then((settled) => count(settled, place)));
    else count(outcome, place);
  }
}

function faultsOf(outcome: RowOutcome) {
  return outcome.status === 'refused' ? outcome.faults : [];
}
