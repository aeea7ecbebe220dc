import { rowOf } from '../content-collections.ts';
import type { ContentRow, PutResult } from '../content-store.ts';
import type { RedisConnection } from './connection.ts';
import { type GenerationPlace, readNames, readPresent } from './content-generation.ts';
import { type NameOwner, withOwner, withoutOwner } from './content-names.ts';
import type { Change, Writes } from './content-writes.ts';

type Owners = Map<string, readonly NameOwner[]>;

/** What putting the rows changes, decided one after the other over what the generation has. */
export async function decidePut(
  connection: RedisConnection,
  place: GenerationPlace,
  rows: readonly ContentRow[],
): Promise<Writes & { readonly results: readonly PutResult[] }> {
  const present = await readPresent(connection, place, [...new Set(rows.map((row) => row.id))]);
  const moving = rows.filter((row) => present.get(row.id)?.json !== row.json);
  const before = new Map<string, ContentRow>();
  for (const { id } of moving) {
    const there = present.get(id);
    if (there !== undefined) before.set(id, rowOf(place.collection, there.json));
  }
  const movingIds = new Set(moving.map((row) => row.id));
  const named = rows.filter((row) => movingIds.has(row.id));
  const owners = await readNames(connection, place, namesOf([...named, ...before.values()]));
  const now = new Map(before);
  const results = rows.map((row): PutResult => {
    const old = now.get(row.id);
    if (!movingIds.has(row.id) || old?.json === row.json) return { status: 'unchanged' };
    const rival = rivalOf(owners, row);
    if (rival !== null) return { status: 'name_taken', takenBy: rival };
    moveName(owners, old ?? null, row);
    now.set(row.id, row);
    return { status: old === undefined ? 'created' : 'updated' };
  });
  const changes = [...now].flatMap(([id, after]): Change[] => {
    const old = before.get(id) ?? null;
    return old?.json === after.json ? [] : [{ id, before: old, writtenBy: present.get(id)?.writtenBy ?? null, after }];
  });
  return { results, changes, owners };
}

/** What taking out the ids changes. */
export async function decideRemoval(
  connection: RedisConnection,
  place: GenerationPlace,
  ids: readonly string[],
): Promise<Writes> {
  const present = await readPresent(connection, place, ids);
  const rows = [...present.values()].map(({ json, writtenBy }) => ({ row: rowOf(place.collection, json), writtenBy }));
  const owners = await readNames(connection, place, namesOf(rows.map(({ row }) => row)));
  const changes = rows.map(({ row, writtenBy }): Change => {
    moveName(owners, row, null);
    return { id: row.id, before: row, writtenBy, after: null };
  });
  return { changes, owners };
}

function namesOf(rows: readonly ContentRow[]): Set<string> {
  return new Set(rows.flatMap((row) => (row.name === null ? [] : [row.name])));
}

/** Id of another record that has the row's name in its scope. */
function rivalOf(owners: Owners, row: ContentRow): string | null {
  const named = row.name === null ? [] : (owners.get(row.name) ?? []);
  const rival = named.find(([, id, scope]) => id !== row.id && scope === row.scope);
  return rival === undefined ? null : rival[1];
}

function moveName(owners: Owners, from: ContentRow | null, to: ContentRow | null): void {
  if (from !== null && from.name !== null) {
    owners.set(from.name, withoutOwner(owners.get(from.name) ?? [], from.id));
  }
  if (to !== null && to.name !== null) owners.set(to.name, withOwner(owners.get(to.name) ?? [], to));
}
