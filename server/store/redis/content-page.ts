import type { Collection, ContentPage, ContentRange } from '../content-store.ts';
import type { RedisConnection } from './connection.ts';
import { MOVED, readCurrent } from './content-current.ts';
import { bodiesKey, bodyField, idsKey, listKey, NOW_KEY, writerIn } from './content-keys.ts';
import type { ContentNow } from './content-now.ts';

/** A rank that no list reaches and every number type holds. */
const FARTHEST_RANK = 1e12;

export interface PageRead {
  readonly collection: Collection;
  readonly list: string;
  readonly range: ContentRange;
}

/**
 * Reads a page in two steps: a script tells which bodies it is made of, a plain command reads them. A body never changes, so that
 * all are of the version the script saw; one that an import took away in between makes the page begin anew.
 */
export async function readPage(connection: RedisConnection, now: ContentNow, read: PageRead): Promise<ContentPage> {
  const { client, run } = connection;
  const { collection, list } = read;
  const first = Math.min(read.range.offset, FARTHEST_RANK);
  const last = first + read.range.limit - 1;

  async function readIn(generation: string): Promise<unknown> {
    const keys = [NOW_KEY, listKey(collection, generation, list), idsKey(collection, generation)];
    const reply = await run(() => client.contentPage(3, ...keys, collection, generation, first, last));
    if (!Array.isArray(reply) || reply[0] === MOVED[0]) return reply;
    const [tag, version, total, ids, writers] = reply;
    const bodies = await readBodies(fieldsOf(ids, writers));
    if (bodies !== null) return [tag, version, total, ...bodies];
    await now.refresh();
    if ((await now.generationOf(collection)) !== generation) return MOVED;
    throw new Error(
      `The content is damaged: a record of ${list} in generation ${generation} of ${collection} has no body.`,
    );
  }

  /** `null`: one of them is not there. */
  async function readBodies(fields: readonly string[]): Promise<readonly string[] | null> {
    if (fields.length === 0) return [];
    const found = await run(() => client.hmget(bodiesKey(collection), ...fields));
    const bodies = found.filter((body) => body !== null);
    return bodies.length === fields.length ? bodies : null;
  }

  const [version, total, ...rows] = await readCurrent(now, collection, readIn);
  return { version, total: Number(total), rows: rows.filter((row) => typeof row === 'string') };
}

function fieldsOf(ids: unknown, writers: unknown): string[] {
  if (!Array.isArray(ids) || !Array.isArray(writers)) throw new Error('A script of the content answered no ids.');
  return ids.map((id, at) => bodyField(String(id), writerIn(String(writers[at]))));
}
