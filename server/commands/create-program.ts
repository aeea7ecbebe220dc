import { Command } from 'commander';
import { addAccountsCommands } from './accounts.ts';
import type { CommandRun } from './command-io.ts';
import { addCopyCommand } from './copy.ts';
import { addDoctorCommand } from './doctor.ts';
import { addExportCommands } from './export.ts';
import { addImportCommand } from './import.ts';
import { addKeysCommands } from './keys.ts';
import { addProxyCommand } from './proxy.ts';
import { addServeCommand } from './serve.ts';
import { addServersCommands } from './servers.ts';
import { addSitesCommands } from './sites.ts';
import { addStatsCommand } from './stats.ts';

const AFTER_HELP = `
Every command but serve and proxy takes --json, which prints one JSON document; diagnostics go to stderr.
Exit code: 0 done, 1 failed, 2 bad usage.
The environment says where the data is: DATA_DIR (./data), or REDIS_URL with SECRET.`;

/** The whole command line. Each noun adds its own commands. */
export function createProgram(run: CommandRun): Command {
  const { io } = run;
  const program = new Command('server-vote')
    .description('Votes for game servers: the service and its administration.')
    .version(io.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(nameCure(text)),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', AFTER_HELP);
  addServeCommand(program, run);
  addProxyCommand(program, run);
  addAccountsCommands(program, run);
  addServersCommands(program, run);
  addKeysCommands(program, run);
  addSitesCommands(program, run);
  addImportCommand(program, run);
  addExportCommands(program, run);
  addStatsCommand(program, run);
  addCopyCommand(program, run);
  addDoctorCommand(program, run);
  return program;
}

/** Commander's errors in one line that ends with where to look. */
function nameCure(text: string): string {
  const line = text
    .replace(/^error: /, '')
    .replace(/\s+/g, ' ')
    .trim();
  const sentence = /[.)?]$/.test(line) ? line : `${line}.`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} Add --help to see what is possible.\n`;
}
