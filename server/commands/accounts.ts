import type { Command } from 'commander';
import { createAccount } from '../accounts/create-account.ts';
import { countBelongings, deleteAccount, resumeAccountDeletion } from '../accounts/delete-account.ts';
import type { CommandRun } from './command-io.ts';
import { confirm } from './confirm.ts';
import { EXIT_FAILED } from './explain-error.ts';
import { countOf, formatFields, formatTable } from './format-table.ts';
import { withStores } from './with-stores.ts';
import { type CommandAnswer, type OutputOptions, printAnswer } from './write-output.ts';

interface CreateOptions extends OutputOptions {
  readonly username: string;
}

interface DeleteOptions extends OutputOptions {
  readonly yes?: boolean;
}

/** `accounts create|list|delete`. */
export function addAccountsCommands(program: Command, run: CommandRun): void {
  const accounts = program.command('accounts').description('platform users, who own servers, keys and sites');
  accounts
    .command('create')
    .description('create an account')
    .requiredOption('--username <name>', 'unique name of the account, 1 to 64 characters')
    .option('--json', 'print one JSON document')
    .action((options: CreateOptions) => runCreate(run, options));
  accounts
    .command('list')
    .description('list the accounts')
    .option('--json', 'print one JSON document')
    .action((options: OutputOptions) => runList(run, options));
  accounts
    .command('delete')
    .description('delete an account with its servers, keys, sites, votes and the usernames in the log')
    .argument('<account>', 'id or username')
    .option('--yes', 'do not ask')
    .option('--json', 'print one JSON document')
    .action((reference: string, options: DeleteOptions) => runDelete(run, reference, options));
}

async function runCreate({ io }: CommandRun, options: CreateOptions): Promise<void> {
  const account = await withStores(io, ({ directory }) =>
    createAccount(directory, { username: options.username, nowMs: io.now() }),
  );
  await printAnswer(io, options, {
    json: { accountId: account.id, username: account.username },
    text: formatFields([
      ['Account', account.id],
      ['Username', account.username],
    ]),
  });
}

async function runList({ io }: CommandRun, options: OutputOptions): Promise<void> {
  const accounts = await withStores(io, ({ directory }) => directory.listAccounts());
  await printAnswer(io, options, {
    json: {
      accounts: accounts.map(({ id, username, createdAt }) => ({ accountId: id, username, createdAt })),
    },
    text:
      accounts.length === 0
        ? 'No accounts yet; make one with `server-vote accounts create --username NAME`.'
        : formatTable(
            ['ACCOUNT', 'USERNAME', 'CREATED'],
            accounts.map(({ id, username, createdAt }) => [id, username, createdAt]),
          ),
  });
}

async function runDelete(run: CommandRun, reference: string, options: DeleteOptions): Promise<void> {
  const { io } = run;
  const answer = await withStores(io, async ({ directory }): Promise<CommandAnswer | null> => {
    if (await resumeAccountDeletion(directory, reference)) {
      return {
        json: { deleted: true, accountId: reference },
        text: `Deleted what was left of ${reference}.`,
      };
    }
    const { account, ...counts } = await countBelongings(directory, reference);
    const what = `${countOf(counts.servers, 'server')}, ${countOf(counts.keys, 'key')}, ${countOf(counts.sites, 'site')}`;
    const question = `Delete account ${account.username} (${account.id}) with ${what} and all their votes for good?`;
    if (!(await confirm(io, question, options.yes))) return null;
    await deleteAccount(directory, account.id);
    return {
      json: { deleted: true, accountId: account.id, ...counts },
      text: `Deleted ${account.username} (${account.id}) and all that was its own.`,
    };
  });
  if (answer === null) run.exitCode = EXIT_FAILED;
  else await printAnswer(io, options, answer);
}
