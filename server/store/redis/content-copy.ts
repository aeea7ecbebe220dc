import type { RedisConnection } from './connection.ts';
import { idsKey, listKey, listsKey, namesKey } from './content-keys.ts';
import type { StagingPlace } from './content-staging.ts';

/** Elements that one call of the script copies: about a millisecond. */
const COPY_COUNT = 1_000;

/** Copies the current generation of a collection to the next, in small steps: votes go on in between. */
export async function copyGeneration(connection: RedisConnection, place: StagingPlace): Promise<void> {
  const { client, run } = connection;
  const { collection, base, next } = place;
  await copyKey(connection, 'hash', [idsKey(collection, base), idsKey(collection, next)]);
  await copyKey(connection, 'hash', [namesKey(collection, base), namesKey(collection, next)]);
  const lists = await run(() => client.smembers(listsKey(collection, base)));
  for (const list of lists) {
    // The name first, so that a list is never there that nobody would take away.
    await run(() => client.sadd(listsKey(collection, next), list));
    await copyKey(connection, 'list', [listKey(collection, base, list), listKey(collection, next, list)]);
  }
}

async function copyKey(
  connection: RedisConnection,
  kind: 'hash' | 'list',
  keys: readonly [string, string],
): Promise<void> {
  let at = '0';
  do {
    const from = at;
    at = String(await connection.run(() => connection.client.contentCopy(2, ...keys, kind, from, COPY_COUNT)));
  } while (at !== '0');
}
