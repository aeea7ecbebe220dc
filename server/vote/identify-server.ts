import type { ServerSelector } from '../../contract/vote.ts';
import { ApiError } from '../errors.ts';
import { mapSoon, type Soon } from '../soon.ts';
import type { DirectoryReader } from '../store/directory-reader.ts';
import type { ServerRecord } from '../store/directory-store.ts';
import { plainSlug, readListedName } from '../store/listed-name.ts';

/**
 * Finds the server a request means: by serverId, else slug, else name. The first that is present decides alone.
 *
 * @throws ApiError `server_required`, `server_not_found`, `server_not_allowed` or `ambiguous_name`.
 */
export function identifyServer(
  directory: DirectoryReader,
  accountId: string,
  selector: ServerSelector,
): Soon<ServerRecord> {
  if (selector.serverId != null) return byId(directory, accountId, selector.serverId);
  if (selector.slug != null) return bySlug(directory, accountId, selector.slug);
  if (selector.name != null) return byName(directory, accountId, selector.name);
  throw new ApiError('server_required');
}

/** Finds a server by what may be its id or its slug, as lists name them. */
export function identifyListed(directory: DirectoryReader, accountId: string, name: string): Soon<ServerRecord> {
  const listed = readListedName(name);
  return 'id' in listed ? byId(directory, accountId, listed.id) : bySlug(directory, accountId, listed.slug);
}

function byId(directory: DirectoryReader, accountId: string, id: string): Soon<ServerRecord> {
  return mapSoon(directory.findServer(id), (server) => {
    if (server === null) throw new ApiError('server_not_found');
    if (server.accountId !== accountId) throw new ApiError('server_not_allowed');
    return server;
  });
}

function bySlug(directory: DirectoryReader, accountId: string, slug: string): Soon<ServerRecord> {
  return mapSoon(directory.findServerBySlug(accountId, plainSlug(slug)), (server) => {
    if (server === null) throw new ApiError('server_not_found');
    return server;
  });
}

/** To the letter first; only when nobody is named so, without regard to case, surrounding space and composition. */
async function byName(directory: DirectoryReader, accountId: string, name: string): Promise<ServerRecord> {
  const alike = await directory.findServersByName(accountId, name);
  const exact = alike.filter((server) => server.name === name);
  const found = exact.length > 0 ? exact : alike;
  const [server] = found;
  if (server === undefined) throw new ApiError('server_not_found');
  if (found.length === 1) return server;
  throw new ApiError('ambiguous_name', { candidates: found.slice(0, 20).map(({ id, slug }) => ({ id, slug })) });
}
