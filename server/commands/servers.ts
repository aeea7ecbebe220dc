import type { Command } from 'commander';
import type { CommandRun } from './command-io.ts';
import {
  type AssignOptions,
  type CreateOptions,
  type DeleteOptions,
  type ListOptions,
  runAssign,
  runCreate,
  runDelete,
  runList,
  runUpdate,
  type UpdateOptions,
} from './run-servers.ts';

const ACCOUNT = '--account <account>';
const SERVER = ['<server>', 'id, or slug (with --account where several accounts have it)'] as const;
const JSON_OPTION = ['--json', 'print one JSON document'] as const;

/** `servers create|list|update|delete|assign`. */
export function addServersCommands(program: Command, run: CommandRun): void {
  const servers = program.command('servers').description('game servers that can be voted for');
  servers
    .command('create')
    .description('create a server')
    .option(ACCOUNT, 'id or username of the owner; may be left out where there is one account')
    .requiredOption('--name <name>', 'name of the server')
    .option('--slug <slug>', 'its name in addresses; made from the name when left out')
    .option('--description <text>', 'a few sentences about it')
    .option('--image <url>', 'address of its picture')
    .option(...JSON_OPTION)
    .action((options: CreateOptions) => runCreate(run, options));
  servers
    .command('list')
    .description('list the servers of an account, or of all')
    .option(ACCOUNT, 'id or username')
    .option(...JSON_OPTION)
    .action((options: ListOptions) => runList(run, options));
  addChangeCommands(servers, run);
}

function addChangeCommands(servers: Command, run: CommandRun): void {
  servers
    .command('update')
    .description('change a server')
    .argument(...SERVER)
    .option(ACCOUNT, 'id or username of the owner')
    .option('--name <name>', 'new name')
    .option('--slug <slug>', 'new slug; addresses and snippets with the old one stop working')
    .option('--description <text>', 'new description, may be empty')
    .option('--image <url>', 'new picture, may be empty')
    .option(...JSON_OPTION)
    .action((reference: string, options: UpdateOptions) => runUpdate(run, reference, options));
  servers
    .command('delete')
    .description('delete a server with its votes')
    .argument(...SERVER)
    .option(ACCOUNT, 'id or username of the owner')
    .option('--yes', 'do not ask')
    .option(...JSON_OPTION)
    .action((reference: string, options: DeleteOptions) => runDelete(run, reference, options));
  servers
    .command('assign')
    .description('move a server without votes to another account')
    .argument(...SERVER)
    .option(ACCOUNT, 'id or username of its present owner')
    .requiredOption('--to <account>', 'id or username of the new owner')
    .option(...JSON_OPTION)
    .action((reference: string, options: AssignOptions) => runAssign(run, reference, options));
}
