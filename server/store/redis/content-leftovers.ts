import { COLLECTIONS, type Collection } from '../content-store.ts';
import type { RedisConnection } from './connection.ts';
import {
  addedKey,
  bodiesKey,
  idsKey,
  LEFTOVERS_KEY,
  listKey,
  listsKey,
  namesKey,
  putKey,
  replacedKey,
} from './content-keys.ts';

/** Bodies that are dropped with one command. */
const DROP_AT_ONCE = 1_000;

/**
 * What an import leaves to be taken away: a generation of a collection that nobody reads, and the bodies that only it had.
 * After a shown import that is the generation before and what it `replaced`, after any other its own and what it `added`.
 */
export interface Leftover {
  readonly collection: Collection;
  readonly generation: string;
  readonly kind: 'added' | 'replaced';
  readonly importNumber: string;
}

/** As the set of leftovers and content-commit.lua write it. */
export function writeLeftover(leftover: Leftover): string {
  return `${leftover.collection} ${leftover.generation} ${leftover.kind} ${leftover.importNumber}`;
}

/** Takes away all that is left over. Only whoever holds the lock of imports may, for a leftover can be one on its way. */
export async function clearLeftovers(connection: RedisConnection): Promise<void> {
  const { client, run } = connection;
  for (const text of await run(() => client.smembers(LEFTOVERS_KEY))) {
    await clearLeftover(connection, readLeftover(text));
    await run(() => client.srem(LEFTOVERS_KEY, text));
  }
}

async function clearLeftover(connection: RedisConnection, leftover: Leftover): Promise<void> {
  const { client, run } = connection;
  const { collection, generation, importNumber } = leftover;
  const dropKey = (leftover.kind === 'added' ? addedKey : replacedKey)(collection, importNumber);
  for (;;) {
    const fields = await run(() => client.srandmember(dropKey, DROP_AT_ONCE));
    if (fields === null || fields.length === 0) break;
    await run(() => client.hdel(bodiesKey(collection), ...fields));
    await run(() => client.srem(dropKey, ...fields));
  }
  const lists = await run(() => client.smembers(listsKey(collection, generation)));
  for (const list of lists) await run(() => client.unlink(listKey(collection, generation, list)));
  const rest = [idsKey, namesKey, putKey, listsKey].map((keyOf) => keyOf(collection, generation));
  await run(() =>
    client.unlink(...rest, ...[addedKey, replacedKey, putKey].map((keyOf) => keyOf(collection, importNumber))),
  );
}

function readLeftover(text: string): Leftover {
  const [name, generation, kind, importNumber] = text.split(' ');
  const collection = COLLECTIONS.find((one) => one === name);
  const isKnown = kind === 'added' || kind === 'replaced';
  if (collection === undefined || generation === undefined || importNumber === undefined || !isKnown) {
    throw new Error(`The leftovers of the content are damaged: ${text}`);
  }
  return { collection, generation, kind, importNumber };
}
