import type { Account, DirectoryStore, ServerRecord } from '../store/directory-store.ts';
import { RefusedError } from './refused-error.ts';

/** Moves a server without votes to another account. @throws RefusedError when it has votes or its slug is taken there. */
export async function assignServer(
  directory: DirectoryStore,
  server: ServerRecord,
  account: Account,
): Promise<ServerRecord> {
  if (server.accountId === account.id) return server;
  const outcome = await directory.assignServer(server.id, account.id);
  if (outcome === 'has_votes') {
    throw new RefusedError(
      `Server ${server.id} has votes, which stay with its account; create a new server in ${account.id} instead.`,
    );
  }
  if (outcome === 'slug_taken') {
    throw new RefusedError(
      `Slug ${JSON.stringify(server.slug)} is taken in ${account.id}; change it first with \`server-vote servers update ${server.id} --slug NEW\`.`,
    );
  }
  const moved = outcome === 'moved' ? await directory.findServer(server.id) : null;
  if (moved !== null) return moved;
  throw new RefusedError(
    `Server ${server.id} was deleted meanwhile; \`server-vote servers list\` shows those there are.`,
  );
}
