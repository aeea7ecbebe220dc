import type { Account, DirectoryStore, ServerRecord } from '../store/directory-store.ts';
import { requireAccount } from './find-account.ts';
import { BadUsageError, RefusedError } from './refused-error.ts';

/** How an operator names a server: by its id, or by its slug, which one account may share with another. */
export interface ServerReference {
  readonly server: string;
  /** Id or username; may be absent where the slug occurs in one account only. */
  readonly account: string | undefined;
}

/** The server an operator means. @throws RefusedError when there is none, or several accounts have this slug. */
export async function requireServer(directory: DirectoryStore, reference: ServerReference): Promise<ServerRecord> {
  const account = reference.account === undefined ? null : await requireAccount(directory, reference.account);
  const byId = await directory.findServer(reference.server.toLowerCase());
  if (byId !== null) return ofAccount(byId, account);
  const accounts = account === null ? await directory.listAccounts() : [account];
  const found = await findBySlug(directory, accounts, reference.server.normalize('NFC'));
  const [only, another] = found;
  if (only === undefined) {
    throw new RefusedError(
      `${JSON.stringify(reference.server)} is no id or slug of a server${account === null ? '' : ` of ${account.username}`}; \`server-vote servers list\` shows them.`,
    );
  }
  if (another === undefined) return only;
  const owners = found.map((server) => server.accountId).join(', ');
  throw new BadUsageError(
    `${JSON.stringify(only.slug)} is a slug in several accounts (${owners}); add --account or give the server's id.`,
  );
}

function ofAccount(server: ServerRecord, account: Account | null): ServerRecord {
  if (account === null || account.id === server.accountId) return server;
  throw new RefusedError(
    `Server ${server.id} belongs to ${server.accountId}, not to ${account.id}; leave --account out or name its owner.`,
  );
}

async function findBySlug(
  directory: DirectoryStore,
  accounts: readonly Account[],
  slug: string,
): Promise<ServerRecord[]> {
  const found: ServerRecord[] = [];
  for (const account of accounts) {
    const server = await directory.findServerBySlug(account.id, slug);
    if (server !== null) found.push(server);
  }
  return found;
}
