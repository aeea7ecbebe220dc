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
  /** Remembers ids that removeOthers leaves. */
  notePut(ids: readonly string[]): Promise<void>;
  removeOthers(): Promise<number>;
  hasIds(ids: readonly string[]): Promise<boolean[]>;
}

/** Ids that are looked at, at once, for whether they go. */
const SCAN_COUNT = 500;

export function createStaging(connection: RedisConnection, place: StagingPlace): ContentStaging {
  const { client, run } = connection;
  const { collection, next } = place;
  let isChanged = false;
  const taken = createTakenIds();
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
      const fresh = taken.freshOf(rows);
      const { results, ...writes } = await decidePut(connection, current(), fresh);
      if (writes.changes.length > 0) {
        await beginChange();
        await writeChanges(connection, place, writes);
      }
      return taken.resultsOf(rows, fresh, results);
    },
    async notePut(put) {
      if (put.length > 0) await run(() => client.sadd(putKey(collection, next), ...put));
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
      yield notPut(found.filter((_text, at) => at % 2 === 0));
      cursor = after;
    } while (cursor !== '0');
  }

  async function notPut(found: readonly string[]): Promise<string[]> {
    if (found.length === 0) return [];
    const isPut = await run(() => client.smismember(putKey(collection, next), ...found));
    return found.filter((_id, at) => isPut[at] === 0);
  }
}

/** Ids that the import has taken in, each of them once. */
function createTakenIds() {
  const taken = new Set<string>();
  return {
    freshOf: (rows: readonly ContentRow[]) => rows.filter(({ id }) => !taken.has(id)),
    /** The results of all rows, from those of the fresh ones. */
    resultsOf(
      rows: readonly ContentRow[],
      fresh: readonly ContentRow[],
      results: readonly PutResult[],
    ): readonly PutResult[] {
      const byId = new Map(fresh.map(({ id }, at) => [id, results[at]]));
      for (const [id, result] of byId) {
        if (result?.status !== 'name_taken') taken.add(id);
      }
      return rows.map(({ id }) => byId.get(id) ?? { status: 'repeated' });
    },
  };
}
