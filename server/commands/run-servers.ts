import { assignServer } from '../accounts/assign-server.ts';
import { createServer } from '../accounts/create-server.ts';
import { deleteServer, resumeServerDeletion } from '../accounts/delete-server.ts';
import { chooseAccount, listChosenAccounts, requireAccount } from '../accounts/find-account.ts';
import { requireServer } from '../accounts/find-server.ts';
import { updateServer } from '../accounts/update-server.ts';
import type { ServerRecord } from '../store/directory-store.ts';
import type { CommandRun } from './command-io.ts';
import { confirm } from './confirm.ts';
import { EXIT_FAILED } from './explain-error.ts';
import { countOf, formatFields, formatTable } from './format-table.ts';
import { withStores } from './with-stores.ts';
import { type CommandAnswer, type OutputOptions, printAnswer } from './write-output.ts';

export interface ListOptions extends OutputOptions {
  readonly account?: string;
}

export interface CreateOptions extends OutputOptions {
  readonly account?: string;
  readonly name: string;
  readonly slug?: string;
  readonly description?: string;
  readonly image?: string;
}

export interface UpdateOptions extends OutputOptions {
  readonly account?: string;
  readonly name?: string;
  readonly slug?: string;
  readonly description?: string;
  readonly image?: string;
}

export interface DeleteOptions extends OutputOptions {
  readonly account?: string;
  readonly yes?: boolean;
}

export interface AssignOptions extends OutputOptions {
  readonly account?: string;
  readonly to: string;
}

/** `servers create`. */
export async function runCreate({ io }: CommandRun, options: CreateOptions): Promise<void> {
  const server = await withStores(io, async ({ directory }) => {
    const account = await chooseAccount(directory, options.account);
    const { name, slug, description, image } = options;
    return createServer(directory, { accountId: account.id, name, slug, description, image, nowMs: io.now() });
  });
  await printAnswer(io, options, { json: documentOf(server), text: fieldsOf(server) });
}

/** `servers list`. */
export async function runList({ io }: CommandRun, options: ListOptions): Promise<void> {
  const rows = await withStores(io, async ({ directory, votes }) => {
    const found: { readonly server: ServerRecord; readonly votes: number }[] = [];
    for (const account of await listChosenAccounts(directory, options.account)) {
      const servers = await directory.listServers(account.id);
      const totals = await votes.readTotals(
        account.id,
        servers.map((server) => server.num),
      );
      found.push(...servers.map((server, index) => ({ server, votes: totals[index] ?? 0 })));
    }
    return found;
  });
  await printAnswer(io, options, {
    json: { servers: rows.map((row) => ({ ...documentOf(row.server), votes: row.votes })) },
    text:
      rows.length === 0
        ? 'No servers yet; make one with `server-vote servers create --name NAME`, or import some.'
        : formatTable(
            ['ID', 'ACCOUNT', 'VOTES', 'SLUG', 'NAME'],
            rows.map(({ server, votes }) => [server.id, server.accountId, String(votes), server.slug, server.name]),
          ),
  });
}

/** `servers update`. */
export async function runUpdate({ io }: CommandRun, reference: string, options: UpdateOptions): Promise<void> {
  const server = await withStores(io, async ({ directory }) => {
    const { name, slug, description, image } = options;
    const found = await requireServer(directory, { server: reference, account: options.account });
    return updateServer(directory, found, { name, slug, description, image });
  });
  await printAnswer(io, options, { json: documentOf(server), text: fieldsOf(server) });
}

/** `servers delete`. */
export async function runDelete(run: CommandRun, reference: string, options: DeleteOptions): Promise<void> {
  const { io } = run;
  const answer = await withStores(io, async ({ directory, votes }): Promise<CommandAnswer | null> => {
    if (await resumeServerDeletion(directory, reference)) {
      return { json: { deleted: true, id: reference }, text: `Deleted what was left of ${reference}.` };
    }
    const server = await requireServer(directory, { server: reference, account: options.account });
    const [total = 0] = await votes.readTotals(server.accountId, [server.num]);
    const question = `Delete server ${server.slug} (${server.id}) with ${countOf(total, 'vote')} for good?`;
    if (!(await confirm(io, question, options.yes))) return null;
    await deleteServer(directory, server.id);
    return {
      json: { deleted: true, id: server.id, slug: server.slug, votes: total },
      text: `Deleted ${server.slug} (${server.id}) and ${countOf(total, 'vote')}.`,
    };
  });
  if (answer === null) run.exitCode = EXIT_FAILED;
  else await printAnswer(io, options, answer);
}

/** `servers assign`. */
export async function runAssign({ io }: CommandRun, reference: string, options: AssignOptions): Promise<void> {
  const server = await withStores(io, async ({ directory }) => {
    const account = await requireAccount(directory, options.to, '--to');
    const found = await requireServer(directory, { server: reference, account: options.account });
    return assignServer(directory, found, account);
  });
  await printAnswer(io, options, { json: documentOf(server), text: fieldsOf(server) });
}

function documentOf({ id, slug, name, accountId, description, image, createdAt }: ServerRecord) {
  return { id, slug, name, accountId, description, image, createdAt };
}

function fieldsOf(server: ServerRecord): string {
  return formatFields([
    ['Id', server.id],
    ['Slug', server.slug],
    ['Name', server.name],
    ['Account', server.accountId],
  ]);
}
