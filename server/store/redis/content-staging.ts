import type { Collection, ContentRow, PutResult } from '../content-store.ts';
import type { RedisConnection } from './connection.ts';
import { copyGeneration } from './content-copy.ts';
import { decidePut, decideRemoval } from './content-decisions.ts';
import { idsKey, putKey } from './content-keys.ts';
import { writeChanges } from './content-writes.ts';

export interface StagingPlace {
  readonly collection: Collection;
  /** The generation that is current, and stays as it is. */
  readonly base: string;
  /** Number of the import, and name of the generation that it writes. */
  readonly next: string;
}

/** One collection of an import. The next generation is begun with the first change, as a copy of the current one. */
export interface ContentStaging {
  readonly isChanged: boolean;
  /** No id may be twice among the rows. */
  put(rows: readonly ContentRow[]): Promise<readonly PutResult[]>;
  removeOthers(): Promise<number>;
  hasIds(ids: readonly string[]): Promise<boolean[]>;
}

/** Ids that are looked at, at once, for whether they go. */
const SCAN_COUNT = 500;
/** What became of an id that was put. */
const TAKEN = '1';
const REFUSED = '0';

export function createStaging(connection: RedisConnection, place: StagingPlace): ContentStaging {
  const { client, run } = connection;
  const { collection, next } = place;
  let isChanged = false;
  const putIds = createPutIds(connection, putKey(collection, next));
  const current = () => ({ collection, generation: isChanged ? next : place.base });
  const ids = () => idsKey(collection, current().generation);

  async function beginChange(): Promise<void> {
    if (isChanged) return;
    await copyGeneration(connection, place);
    isChanged = true;
  }

  return {
    get isChanged() {
      return isChanged;
    },
    async put(rows) {
      const fresh = await putIds.freshOf(rows);
      const { results, ...writes } = await decidePut(connection, current(), fresh);
      if (writes.changes.length > 0) {
        await beginChange();
        await writeChanges(connection, place, writes);
      }
      await putIds.note(fresh, results);
      return resultsOf(rows, fresh, results);
    },
    async removeOthers() {
      if (!isChanged && !(await hasOthers())) return 0;
      await beginChange();
      let removed = 0;
      for await (const others of scanOthers()) {
        const writes = await decideRemoval(connection, current(), others);
        await writeChanges(connection, place, writes);
        removed += writes.changes.length;
      }
      return removed;
    },
    async hasIds(asked) {
      if (asked.length === 0) return [];
      const values = await run(() => client.hmget(ids(), ...asked));
      return values.map((value) => value !== null);
    },
  };

  async function hasOthers(): Promise<boolean> {
    for await (const others of scanOthers()) {
      if (others.length > 0) return true;
    }
    return false;
  }

  /** Ids that are there and were not put, part by part. */
  async function* scanOthers(): AsyncGenerator<string[]> {
    let cursor = '0';
    do {
      const from = cursor;
      const [after, found] = await run(() => client.hscan(ids(), from, 'COUNT', SCAN_COUNT));
      yield putIds.othersOf(found.filter((_text, at) => at % 2 === 0));
      cursor = after;
    } while (cursor !== '0');
  }
}

/** The ids of this import's rows, taken in or refused. They are in Redis, so that an import of any length fits into memory. */
function createPutIds({ client, run }: RedisConnection, key: string) {
  const read = async (ids: readonly string[]) => (ids.length === 0 ? [] : run(() => client.hmget(key, ...ids)));
  return {
    /** Rows whose ids were not taken in. */
    async freshOf(rows: readonly ContentRow[]): Promise<ContentRow[]> {
      const taken = await read(rows.map(({ id }) => id));
      return rows.filter((_row, at) => taken[at] !== TAKEN);
    },
    async note(rows: readonly ContentRow[], results: readonly PutResult[]): Promise<void> {
      const pairs = rows.flatMap(({ id }, at) => [id, results[at]?.status === 'name_taken' ? REFUSED : TAKEN]);
      if (pairs.length > 0) await run(() => client.hset(key, ...pairs));
    },
    /** Those of the ids that no row had. */
    async othersOf(ids: readonly string[]): Promise<string[]> {
      const put = await read(ids);
      return ids.filter((_id, at) => put[at] === null);
    },
  };
}

/** The results of all rows, from those of the fresh ones. */
function resultsOf(
  rows: readonly ContentRow[],
  fresh: readonly ContentRow[],
  results: readonly PutResult[],
): readonly PutResult[] {
  const byId = new Map(fresh.map(({ id }, at) => [id, results[at]]));
  return rows.map(({ id }) => byId.get(id) ?? { status: 'repeated' });
}
