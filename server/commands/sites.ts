import { type Command, Option } from 'commander';
import type { CommandRun } from './command-io.ts';
import { collect, parseQuota, parseQuotaOrDefault } from './parse-options.ts';
import {
  type CreateOptions,
  type ListOptions,
  runCreate,
  runList,
  runUpdate,
  type UpdateOptions,
} from './run-sites.ts';

/** `sites create|list|update`. */
export function addSitesCommands(program: Command, run: CommandRun): void {
  const sites = program.command('sites').description('websites that embed the widget');
  sites
    .command('create')
    .description('allow a website to embed the widget, and print its snippet')
    .option('--account <account>', 'id or username of the owner; may be left out where there is one account')
    .requiredOption('--name <name>', 'name by which you recognise it')
    .addOption(
      originOption(
        '--origin <origin>',
        'address of the website, such as https://www.example.com; repeatable',
      ).makeOptionMandatory(),
    )
    .option('--votes-per-minute <count>', 'quota of the site instead of the one of the service', parseQuota)
    .option('--ask-username', "let the hosted page ask for the voter's name in the game")
    .option('--json', 'print one JSON document')
    .action((options: CreateOptions) => runCreate(run, options));
  sites
    .command('list')
    .description('list the sites of an account, or of all')
    .option('--account <account>', 'id or username')
    .option('--json', 'print one JSON document')
    .action((options: ListOptions) => runList(run, options));
  sites
    .command('update')
    .description('change a site')
    .argument('<id>', 'id of the site, site_...')
    .option('--name <name>', 'new name')
    .addOption(originOption('--origin <origin>', 'replaces all origins; repeatable'))
    .addOption(originOption('--add-origin <origin>', 'allow one more; repeatable'))
    .addOption(originOption('--remove-origin <origin>', 'no longer allow one; repeatable'))
    .option('--votes-per-minute <count>', 'quota of the site, or default', parseQuotaOrDefault)
    .option('--ask-username', "let the hosted page ask for the voter's name in the game")
    .option('--no-ask-username', 'stop asking')
    .option('--json', 'print one JSON document')
    .action((id: string, options: UpdateOptions) => runUpdate(run, id, options));
}

function originOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(collect);
}
