import type { Command } from 'commander';
import { chooseAccount } from '../accounts/find-account.ts';
import { createIdCheck } from '../accounts/id-check.ts';
import type { MissingReferences } from '../accounts/reference-check.ts';
import type { ImportNotes } from '../store/import-notes.ts';
import { withImportNotes } from '../store/open-stores.ts';
import type { Stores } from '../store/stores.ts';
import type { CommandIo, CommandRun } from './command-io.ts';
import { EXIT_FAILED } from './explain-error.ts';
import { type FoundFiles, findImportFiles, type ImportFile } from './find-import-files.ts';
import { countOf } from './format-table.ts';
import {
  documentOf,
  type ImportReport,
  lineOfMissing,
  lineOfRefused,
  MAX_REPORTED,
  pointTo,
  textOf,
} from './import-report.ts';
import { createContentTarget, IMPORTERS } from './importers.ts';
import { createProgress, type Progress } from './progress.ts';
import { refuseEmptied } from './refuse-emptied.ts';
import { type FileImport, importFile, type RefusedRow } from './run-import.ts';
import { withStores } from './with-stores.ts';
import { type OutputOptions, printAnswer, say } from './write-output.ts';

/** So many records that are missing are told one by one. */
const MAX_WARNINGS = 20;

interface ImportOptions extends OutputOptions {
  readonly account?: string;
  readonly replace?: boolean;
  readonly allowEmpty?: boolean;
}

interface ImportJob {
  readonly stores: Stores;
  readonly accountId: string;
  readonly notes: ImportNotes;
  readonly replacing: boolean;
}

/** `import`. */
export function addImportCommand(program: Command, run: CommandRun): void {
  const collections = IMPORTERS.map(({ collection }) => collection).join(', ');
  program
    .command('import')
    .description(`import NDJSON or JSON files named after their collection (${collections}), or folders of them`)
    .argument('<path...>', 'resources.ndjson, resources-maps.ndjson, resources.json, or a folder')
    .option('--account <account>', 'id or username of the owner of servers; may be left out where there is one account')
    .option('--replace', 'take content out that is in none of the files, of the collections that there are files of')
    .option('--allow-empty', 'with --replace: a collection whose files have no rows loses all its records')
    .option('--json', 'print one JSON document')
    .action((paths: string[], options: ImportOptions) => runImport(run, paths, options));
}

async function runImport(run: CommandRun, paths: readonly string[], options: ImportOptions): Promise<void> {
  const { io } = run;
  const found = await findImportFiles(paths, IMPORTERS);
  for (const path of found.skipped) say(io, `Skipped ${path}: no collection has this name.`);
  const report = await withStores(io, async (stores) => {
    if (options.replace === true && options.allowEmpty !== true) await refuseEmptied(found.files, stores.content);
    const needsAccount = found.files.some(({ importer }) => importer.needsAccount);
    const accountId = needsAccount ? (await chooseAccount(stores.directory, options.account)).id : '';
    const replacing = options.replace === true;
    return withImportNotes((notes) => importFiles(io, found, { stores, accountId, notes, replacing }));
  });
  await printAnswer(io, options, { json: documentOf(report), text: textOf(report) });
  if (report.files.some(({ counts }) => counts.refused > 0)) run.exitCode = EXIT_FAILED;
}

async function importFiles(io: CommandIo, { files }: FoundFiles, job: ImportJob): Promise<ImportReport> {
  const progress = createProgress(
    io,
    files.reduce((sum, file) => sum + file.bytes, 0),
  );
  const ids = createIdCheck(job.notes, pointTo);
  const content = createContentTarget(job.stores, { ...job, ids });
  const refusedRows: RefusedRow[] = [];
  const onRefused = (row: RefusedRow) => {
    if (refusedRows.length < MAX_REPORTED) refusedRows.push(row);
    progress.say(lineOfRefused(row));
  };
  try {
    const done: { readonly file: ImportFile; readonly result: FileImport }[] = [];
    let bytes = 0;
    for (const file of files) {
      const onProgress = (count: number, rows: number) => {
        bytes += count;
        progress.update(bytes, `${file.importer.collection}: ${countOf(rows, 'row')}`);
      };
      const task = { ...job, ids, content: content.content, now: io.now, onRefused, onProgress };
      done.push({ file, result: await importFile(file, task) });
    }
    const shown = await content.finish({ removeOthers: job.replacing && refusedRows.length === 0 });
    for (const { result } of done) await result.settled();
    if (job.replacing && refusedRows.length > 0)
      progress.say('Nothing was taken out: a refused row may be of a record that is there.');
    if (shown !== null) sayMissing(progress, shown.missing);
    return { files: done.map(({ file, result }) => ({ file, counts: result.counts })), refusedRows, content: shown };
  } finally {
    progress.stop();
    await content.abort();
  }
}

function sayMissing(progress: Progress, { first, total }: MissingReferences): void {
  for (const reference of first.slice(0, MAX_WARNINGS)) progress.say(lineOfMissing(reference));
  const rest = total - MAX_WARNINGS;
  if (rest > 0)
    progress.say(`Warning: ${countOf(rest, 'more record')} that rows refer to are not there; --json names them.`);
}
