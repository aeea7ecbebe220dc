import type { Command } from 'commander';
import { chooseAccount } from '../accounts/find-account.ts';
import type { Stores } from '../store/stores.ts';
import type { CommandIo, CommandRun } from './command-io.ts';
import { EXIT_FAILED } from './explain-error.ts';
import { type FoundFiles, findImportFiles, type ImportFile } from './find-import-files.ts';
import { countOf, formatNumber, formatTable, printable } from './format-table.ts';
import { IMPORTERS } from './importers.ts';
import { createProgress } from './progress.ts';
import { type ImportCounts, importFile, type RefusedRow } from './run-import.ts';
import { withStores } from './with-stores.ts';
import { type OutputOptions, printAnswer, say } from './write-output.ts';

interface ImportOptions extends OutputOptions {
  readonly account?: string;
}

interface ImportReport {
  readonly files: readonly { readonly file: ImportFile; readonly counts: ImportCounts }[];
  readonly refusedRows: readonly RefusedRow[];
}

/** So many refused rows are in the JSON document; stderr has all of them. */
const REPORTED_ROWS = 1000;

/** `import`. */
export function addImportCommand(program: Command, run: CommandRun): void {
  const collections = IMPORTERS.map(({ collection }) => collection).join(', ');
  program
    .command('import')
    .description(`import NDJSON or JSON files named after their collection (${collections}), or folders of them`)
    .argument('<path...>', 'servers.ndjson, servers.json, or a folder')
    .option('--account <account>', 'id or username of the owner of servers; may be left out where there is one account')
    .option('--json', 'print one JSON document')
    .action((paths: string[], options: ImportOptions) => runImport(run, paths, options));
}

async function runImport(run: CommandRun, paths: readonly string[], options: ImportOptions): Promise<void> {
  const { io } = run;
  const found = await findImportFiles(paths, IMPORTERS);
  for (const path of found.skipped) say(io, `Skipped ${path}: no collection has this name.`);
  const report = await withStores(io, async (stores) => {
    const needsAccount = found.files.some(({ importer }) => importer.needsAccount);
    const accountId = needsAccount ? (await chooseAccount(stores.directory, options.account)).id : '';
    return importFiles(io, found, { stores, accountId });
  });
  await printAnswer(io, options, { json: documentOf(report), text: textOf(report) });
  if (report.files.some(({ counts }) => counts.refused > 0)) run.exitCode = EXIT_FAILED;
}

async function importFiles(
  io: CommandIo,
  { files }: FoundFiles,
  target: { readonly stores: Stores; readonly accountId: string },
): Promise<ImportReport> {
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  const progress = createProgress(io, total);
  const refusedRows: RefusedRow[] = [];
  const done: { file: ImportFile; counts: ImportCounts }[] = [];
  let bytes = 0;
  try {
    for (const file of files) {
      const counts = await importFile(file, {
        ...target,
        now: io.now,
        onRefused: (row) => {
          if (refusedRows.length < REPORTED_ROWS) refusedRows.push(row);
          progress.say(lineOf(row));
        },
        onProgress: (count, rows) => {
          bytes += count;
          progress.update(bytes, `${file.importer.collection}: ${countOf(rows, 'row')}`);
        },
      });
      done.push({ file, counts });
    }
  } finally {
    progress.stop();
  }
  return { files: done, refusedRows };
}

/** `servers.ndjson:17: name: must not be empty`, the form that editors can open. */
function lineOf({ file, line, index, member, reason }: RefusedRow): string {
  const place = index === null ? `${file}:${line}` : `${file}:${line}: element ${index}`;
  return printable(`${place}: ${member}: ${reason}`);
}

function documentOf({ files, refusedRows }: ImportReport) {
  return {
    files: files.map(({ file, counts }) => ({ file: file.path, collection: file.importer.collection, ...counts })),
    refusedRows,
  };
}

function textOf({ files }: ImportReport): string {
  const heading = ['FILE', 'COLLECTION', 'CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED'];
  const rows = files.map(({ file, counts: { created, updated, unchanged, refused } }) => [
    file.path,
    file.importer.collection,
    ...[created, updated, unchanged, refused].map(formatNumber),
  ]);
  return formatTable(heading, rows);
}
