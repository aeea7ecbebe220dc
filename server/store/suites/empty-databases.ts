import type { RedisServer } from '../../testing/redis-server.ts';

const DATABASES = 16;

/**
 * Gives the URL of another database of a server each time, emptied: a fixture that is still closing keeps its own.
 *
 * @param place asked each time, since servers start after the tests were declared. `url` has no database in it.
 */
export function emptyDatabases(place: () => { server: RedisServer; url: string }): () => Promise<string> {
  let taken = 0;
  return async () => {
    const { server, url } = place();
    taken = (taken + 1) % DATABASES;
    await server.command('-n', String(taken), 'FLUSHDB');
    return `${url}/${taken}`;
  };
}
