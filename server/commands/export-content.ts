import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { type Command, Option } from 'commander';
import { BadUsageError, RefusedError } from '../accounts/refused-error.ts';
import { DataFolderError, makeDataFolder } from '../data-folder.ts';
import { COLLECTIONS, type Collection, type ContentStore } from '../store/content-store.ts';
import { ContentChangedError, walkContent } from '../store/content-walk.ts';
import type { CommandIo, CommandRun } from './command-io.ts';
import { countOf, formatNumber, formatTable } from './format-table.ts';
import { createProgress } from './progress.ts';
import { withStores } from './with-stores.ts';
import { writeAside } from './write-aside.ts';
import { type OutputOptions, printAnswer, writeText } from './write-output.ts';

interface ContentOptions extends OutputOptions {
  readonly out?: string;
  readonly collection?: Collection;
}

interface ExportedFile {
  readonly file: string;
  readonly collection: Collection;
  readonly records: number;
}

/** Text is handed to the stream in pieces of about this size. */
const PIECE_LENGTH = 64 * 1024;

/** `export content`. */
export function addExportContentCommand(exports: Command, run: CommandRun): void {
  exports
    .command('content')
    .description('write the content as import reads it: NDJSON, a file for each collection')
    .option('--out <folder>', 'folder for the files, each of which appears when it is complete')
    .addOption(new Option('--collection <collection>', 'only this one; without --out to stdout').choices(COLLECTIONS))
    .option('--json', 'with --out: what was written')
    .action((options: ContentOptions) => runExportContent(run, options));
}

async function runExportContent({ io }: CommandRun, options: ContentOptions): Promise<void> {
  const { out, collection } = options;
  if (out !== undefined) {
    const exported = await withStores(io, ({ content }) => exportFolder(io, content, { out, collection }));
    await printAnswer(io, options, { json: exported, text: textOf(exported.files) });
    return;
  }
  if (collection === undefined || options.json === true) {
    throw new BadUsageError('--out FOLDER is missing; only one collection can go to stdout: --collection NAME.');
  }
  await withStores(io, ({ content }) => unchanged(() => writeRecords(content, collection, io.stdout)));
}

/** The files of an export are for others to read, the folder is made as carefully as that of a store. */
function makeFolder(out: string): void {
  try {
    makeDataFolder(out);
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error;
    throw new BadUsageError(`--out ${out} must be a folder that this user can write: ${error.reason}.`, {
      cause: error,
    });
  }
}

async function exportFolder(
  io: CommandIo,
  content: ContentStore,
  { out, collection }: { readonly out: string; readonly collection: Collection | undefined },
): Promise<{ readonly version: number; readonly files: readonly ExportedFile[] }> {
  makeFolder(out);
  const progress = createProgress(io, null);
  const version = await content.readVersion();
  const files: ExportedFile[] = [];
  try {
    for (const one of collection === undefined ? COLLECTIONS : [collection]) {
      const file = join(out, `${one}.ndjson`);
      progress.update(0, file);
      const records = await unchanged(() => writeAside(file, (stream) => writeRecords(content, one, stream)));
      files.push({ file, collection: one, records });
    }
  } finally {
    progress.stop();
  }
  if ((await content.readVersion()) !== version) throw cameBetween();
  return { version, files };
}

async function writeRecords(content: ContentStore, collection: Collection, stream: Writable): Promise<number> {
  let records = 0;
  let piece = '';
  for await (const json of walkContent(content, collection, 'all')) {
    piece += `${json}\n`;
    records += 1;
    if (piece.length < PIECE_LENGTH) continue;
    await writeText(stream, piece);
    piece = '';
  }
  await writeText(stream, piece);
  return records;
}

async function unchanged<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof ContentChangedError ? cameBetween(error) : error;
  }
}

function cameBetween(cause?: unknown): RefusedError {
  return new RefusedError('An import came in between, so what was written is of two versions; export again.', {
    cause,
  });
}

function textOf(files: readonly ExportedFile[]): string {
  const total = files.reduce((sum, { records }) => sum + records, 0);
  const rows = files.map(({ file, records }) => [file, formatNumber(records)]);
  return `${formatTable(['FILE', 'RECORDS'], rows)}\n\nExported ${countOf(total, 'record')}.`;
}
