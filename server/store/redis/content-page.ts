import type { Collection, ContentPage, ContentRange } from '../content-store.ts';
import type { RedisConnection } from './connection.ts';
import { MAX_MOVES, movedTooOften, readCurrent } from './content-current.ts';
import { lostBody } from './content-generation.ts';
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
 * Reads a page in two steps: a script tells which bodies it is made of, a plain command reads them. An import never changes a body
 * that is shown, so all are of the version that the script saw. Where one is not there, an import that was shown since has taken it
 * away, and the page is begun anew; the same version without it once more has lost it.
 *
 * @throws StoreUnavailableError when Redis cannot be asked, or imports keep coming in between; Error when the content is damaged
 */
export async function readPage(connection: RedisConnection, now: ContentNow, read: PageRead): Promise<ContentPage> {
  const { collection } = read;
  let lostIn: number | null = null;
  for (let moves = 0; moves <= MAX_MOVES; moves += 1) {
    const { version, total, fields } = await readFields(connection, now, read);
    const bodies = await readBodies(connection, collection, fields);
    const rows = bodies.filter((body) => body !== null);
    if (rows.length === fields.length) return { version, total, rows };
    if (version === lostIn) throw lostBody(collection, fields[bodies.indexOf(null)] ?? '');
    lostIn = version;
  }
  throw movedTooOften();
}

async function readFields(connection: RedisConnection, now: ContentNow, { collection, list, range }: PageRead) {
  const { client, run } = connection;
  const first = Math.min(range.offset, FARTHEST_RANK);
  const last = first + range.limit - 1;
  const [version, total, ids, writers] = await readCurrent(now, collection, (generation) => {
    const keys = [NOW_KEY, listKey(collection, generation, list), idsKey(collection, generation)];
    return run(() => client.contentPage(keys.length, ...keys, collection, generation, first, last));
  });
  if (!Array.isArray(ids) || !Array.isArray(writers)) throw new Error('A script of the content answered no ids.');
  const fields = ids.map((id, at) => bodyField(String(id), writerIn(String(writers[at]))));
  return { version, total: Number(total), fields };
}

/** `null` for each that is not there. */
async function readBodies(
  { client, run }: RedisConnection,
  collection: Collection,
  fields: readonly string[],
): Promise<(string | null)[]> {
  return fields.length === 0 ? [] : run(() => client.hmget(bodiesKey(collection), ...fields));
}
