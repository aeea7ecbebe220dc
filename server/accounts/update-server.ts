import type { DirectoryStore, SavedServer, ServerRecord } from '../store/directory-store.ts';
import { parseField } from './parse-field.ts';
import { BadUsageError, RefusedError } from './refused-error.ts';
import { ServerDescription, ServerImage, ServerName, ServerSlug } from './server-fields.ts';

/** What is to change; an absent member stays. */
export interface ServerChanges {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  readonly image?: string | undefined;
}

/** Changes a server in place. @throws RefusedError when nothing is to change, a member is not valid, or the slug is taken. */
export async function updateServer(
  directory: DirectoryStore,
  server: ServerRecord,
  changes: ServerChanges,
): Promise<ServerRecord> {
  if (Object.values(changes).every((change) => change === undefined)) {
    throw new BadUsageError('Nothing to change; give --name, --slug, --description or --image.');
  }
  const { num: _num, accountId, ...draft } = server;
  const [saved] = await directory.saveServers(accountId, [
    {
      ...draft,
      name:
        changes.name === undefined
          ? server.name
          : parseField(ServerName, changes.name.normalize('NFC').trim(), '--name'),
      slug: changes.slug === undefined ? server.slug : parseField(ServerSlug, changes.slug, '--slug'),
      description:
        changes.description === undefined
          ? server.description
          : parseField(ServerDescription, changes.description, '--description'),
      image: changes.image === undefined ? server.image : parseField(ServerImage, changes.image, '--image'),
    },
  ]);
  return requireSaved(saved, server);
}

function requireSaved(saved: SavedServer | undefined, server: ServerRecord): ServerRecord {
  if (saved !== undefined && 'server' in saved) return saved.server;
  if (saved?.status === 'slug_taken') {
    throw new RefusedError('--slug belongs to another server of this account; choose another.');
  }
  throw new RefusedError(`Server ${server.id} has moved to another account meanwhile; run the command again.`);
}
