import { type Command, Option } from 'commander';
import { requireServer } from '../accounts/find-server.ts';
import { BadUsageError } from '../accounts/refused-error.ts';
import type { CommandIo, CommandRun } from './command-io.ts';
import { addExportContentCommand } from './export-content.ts';
import { exportVotes, type VoteExport } from './export-votes.ts';
import { countOf } from './format-table.ts';
import type { ExportFormat } from './format-votes.ts';
import { withStores } from './with-stores.ts';
import { type OutputOptions, printAnswer, say } from './write-output.ts';

interface VotesOptions extends OutputOptions {
  readonly server: string;
  readonly account?: string;
  readonly format?: 'csv' | 'ndjson';
  readonly out?: string;
}

/** `export votes` and `export content`. */
export function addExportCommands(program: Command, run: CommandRun): void {
  const exports = program.command('export').description('write data out, in any size');
  addExportContentCommand(exports, run);
  exports
    .command('votes')
    .description('write the vote log of a server, oldest first')
    .requiredOption('--server <server>', 'id or slug')
    .option('--account <account>', 'id or username of the owner, where several accounts have this slug')
    .addOption(
      new Option(
        '--format <format>',
        "csv (default; RFC 4180; a name that a spreadsheet would run as a formula gets a leading ') or ndjson",
      ).choices(['csv', 'ndjson']),
    )
    .option('--out <file>', 'write to this file, which appears when it is complete; default is stdout')
    .option('--json', 'without --out: the votes as one JSON array; with it: what was written')
    .action((options: VotesOptions) => runExportVotes(run, options));
}

async function runExportVotes({ io }: CommandRun, options: VotesOptions): Promise<void> {
  const format = chooseFormat(options);
  const { server, count } = await withStores(io, async ({ directory, votes }) => {
    const found = await requireServer(directory, { server: options.server, account: options.account });
    const task: VoteExport = { votes, server: found, format };
    return { server: found, count: await exportVotes(task, options.out ?? io.stdout) };
  });
  const summary = `Exported ${countOf(count, 'vote')} of ${server.slug}`;
  if (options.out === undefined) return sayUnlessQuiet(io, `${summary}.`);
  await printAnswer(io, options, {
    json: { serverId: server.id, slug: server.slug, votes: count, format, file: options.out },
    text: `${summary} to ${options.out}.`,
  });
}

function chooseFormat(options: VotesOptions): ExportFormat {
  if (options.json !== true || options.out !== undefined) return options.format ?? 'csv';
  if (options.format === undefined) return 'json';
  throw new BadUsageError('--json and --format both say how stdout looks; leave one out, or add --out FILE.');
}

function sayUnlessQuiet(io: CommandIo, line: string): void {
  if (io.terminal.stderr) say(io, line);
}
