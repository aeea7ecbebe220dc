import type { ContentRow } from '../content-store.ts';
import type { RedisConnection } from './connection.ts';
import {
  addedKey,
  bodiesKey,
  bodyField,
  idsKey,
  listKey,
  listsKey,
  memberOf,
  namesKey,
  replacedKey,
} from './content-keys.ts';
import { type NameOwner, writeOwners } from './content-names.ts';
import type { StagingPlace } from './content-staging.ts';

/** One record, before and after; `null`: it is not there. */
export interface Change {
  readonly id: string;
  readonly before: ContentRow | null;
  /** The import that wrote the body before. */
  readonly writtenBy: string | null;
  readonly after: ContentRow | null;
}

export interface Writes {
  readonly changes: readonly Change[];
  /** Every name that the changes touch, with its owners after them. */
  readonly owners: ReadonlyMap<string, readonly NameOwner[]>;
}

/** Writes changes into the next generation. Every command in it can be repeated. */
export async function writeChanges(connection: RedisConnection, place: StagingPlace, writes: Writes): Promise<void> {
  if (writes.changes.length === 0) return;
  const plan = planWrites(place, writes);
  const { client, run } = connection;
  const { collection, next } = place;
  const ids = idsKey(collection, next);
  const names = namesKey(collection, next);
  // What is to be taken away if the import is not shown is noted before it is there.
  await run(() =>
    Promise.all([
      ...filled(plan.added, (fields) => client.sadd(addedKey(collection, next), ...fields)),
      ...filled(plan.replaced, (fields) => client.sadd(replacedKey(collection, next), ...fields)),
      ...filled([...plan.joins.keys()], (lists) => client.sadd(listsKey(collection, next), ...lists)),
    ]),
  );
  await run(() =>
    Promise.all([
      ...filled(plan.bodies, (pairs) => client.hset(bodiesKey(collection), ...pairs)),
      ...filled(plan.ids, (pairs) => client.hset(ids, ...pairs)),
      ...filled(plan.gone, (gone) => client.hdel(ids, ...gone)),
      ...filled(plan.names, (pairs) => client.hset(names, ...pairs)),
      ...filled(plan.freed, (freed) => client.hdel(names, ...freed)),
    ]),
  );
  for (const [list, members] of plan.leaves) await run(() => client.zrem(listKey(collection, next, list), ...members));
  for (const [list, pairs] of plan.joins) await run(() => client.zadd(listKey(collection, next, list), ...pairs));
}

/** What one batch sends, sorted by command. Pairs stand one behind the other, as Redis takes them. */
interface Plan {
  readonly added: string[];
  readonly replaced: string[];
  readonly bodies: string[];
  readonly ids: string[];
  readonly gone: string[];
  readonly names: string[];
  readonly freed: string[];
  readonly leaves: Map<string, string[]>;
  readonly joins: Map<string, (string | number)[]>;
}

function planWrites(place: StagingPlace, writes: Writes): Plan {
  const plan: Plan = {
    added: [],
    replaced: [],
    bodies: [],
    ids: [],
    gone: [],
    names: [],
    freed: [],
    leaves: new Map(),
    joins: new Map(),
  };
  for (const { id, before, writtenBy, after } of writes.changes) {
    if (writtenBy !== null && writtenBy !== place.next) plan.replaced.push(bodyField(id, writtenBy));
    if (after === null) plan.gone.push(id);
    else {
      plan.added.push(bodyField(id, place.next));
      plan.bodies.push(bodyField(id, place.next), after.json);
      plan.ids.push(id, after.hidden ? `${place.next} hidden` : place.next);
    }
    moveBetweenLists(plan, before, after);
  }
  for (const [name, owners] of writes.owners) {
    const text = writeOwners(owners);
    if (text === null) plan.freed.push(name);
    else plan.names.push(name, text);
  }
  return plan;
}

function moveBetweenLists(moves: Plan, before: ContentRow | null, after: ContentRow | null): void {
  for (const list of before?.lists ?? []) {
    const stays = after?.lists.includes(list) && before !== null && memberOf(before) === memberOf(after);
    if (before !== null && !stays) append(moves.leaves, list, memberOf(before));
  }
  for (const list of after?.lists ?? []) {
    if (after !== null) append<string | number>(moves.joins, list, after.rank, memberOf(after));
  }
}

function append<T>(lists: Map<string, T[]>, list: string, ...items: readonly T[]): void {
  const there = lists.get(list);
  if (there === undefined) lists.set(list, [...items]);
  else there.push(...items);
}

/** A command for what there is, none for nothing: Redis refuses commands without arguments. */
function filled<T, Reply>(items: readonly T[], send: (items: readonly T[]) => Promise<Reply>): Promise<Reply>[] {
  return items.length === 0 ? [] : [send(items)];
}
