import type { Collection } from '../content-store.ts';
import type { RedisConnection } from './connection.ts';
import { bodiesKey, bodyField, idsKey, namesKey, writerIn } from './content-keys.ts';
import { type NameOwner, readOwners } from './content-names.ts';

/** A record as a generation has it. */
export interface Present {
  /** Number of the import that wrote the body. */
  readonly writtenBy: string;
  readonly json: string;
}

/** A generation of a collection. */
export interface GenerationPlace {
  readonly collection: Collection;
  readonly generation: string;
}

/** Those of the ids that there are. */
export async function readPresent(
  connection: RedisConnection,
  place: GenerationPlace,
  ids: readonly string[],
): Promise<Map<string, Present>> {
  const { client, run } = connection;
  const { collection, generation } = place;
  if (ids.length === 0) return new Map();
  const values = await run(() => client.hmget(idsKey(collection, generation), ...ids));
  const there = ids.flatMap((id, at) => {
    const text = values[at];
    if (typeof text !== 'string') return [];
    const writtenBy = writerIn(text);
    return [{ id, writtenBy, field: bodyField(id, writtenBy) }];
  });
  if (there.length === 0) return new Map();
  const bodies = await run(() => client.hmget(bodiesKey(collection), ...there.map(({ field }) => field)));
  return new Map(
    there.map(({ id, writtenBy, field }, at) => {
      const json = bodies[at];
      if (typeof json !== 'string') throw lostBody(collection, field);
      return [id, { writtenBy, json }];
    }),
  );
}

/** The owners of each name; none where nobody has it. */
export async function readNames(
  connection: RedisConnection,
  place: GenerationPlace,
  names: ReadonlySet<string>,
): Promise<Map<string, readonly NameOwner[]>> {
  if (names.size === 0) return new Map();
  const asked = [...names];
  const key = namesKey(place.collection, place.generation);
  const texts = await connection.run(() => connection.client.hmget(key, ...asked));
  return new Map(asked.map((name, at) => [name, readOwners(texts[at] ?? null)]));
}

/** That a record of the current generation has no body, which nothing here ever leaves behind. */
export function lostBody(collection: Collection, field: string): Error {
  return new Error(
    `The content is damaged: ${bodiesKey(collection)} has no field ${field}. Restore a backup, or delete all keys that begin with {content} and import the content anew.`,
  );
}
