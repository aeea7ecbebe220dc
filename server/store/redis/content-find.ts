import type { Collection, FoundContent } from '../content-store.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import type { RedisConnection } from './connection.ts';
import { readCurrent } from './content-current.ts';
import { lostBody } from './content-generation.ts';
import { bodiesKey, idsKey, NOW_KEY, namesKey } from './content-keys.ts';
import type { ContentNow } from './content-now.ts';
import { createFindCall } from './content-scripts.ts';
import { TurnGroups } from './turn-groups.ts';

/** What to look for, as content-find.lua takes it. */
export type Wanted = readonly [how: 'id' | 'name' | 'name in scope', what: string, scope: string];

/** Looks a record up. */
export type FindContent = (collection: Collection, wanted: Wanted) => Promise<FoundContent>;

interface Waiting {
  readonly collection: Collection;
  readonly generation: string;
  readonly wanted: Wanted;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Records in one call: Redis does nothing else meanwhile. It leaves out what would be too many bytes. */
const MOST_AT_ONCE = 32;
const LEFT_OUT = Symbol('left out');

/** Those of one collection that are asked for in one turn of the event loop are read in one call. */
export function createFindContent({ client, run, atEndOfTurn }: RedisConnection, now: ContentNow): FindContent {
  const call = createFindCall(client);
  const groups = new TurnGroups<Waiting>({
    heaviest: MOST_AT_ONCE,
    weightOf: () => 1,
    atEndOfTurn,
    send: (group) => void send(group),
  });

  const add = (waiting: Waiting) => groups.add(`${waiting.collection} ${waiting.generation}`, waiting);

  async function send(group: readonly Waiting[]): Promise<void> {
    try {
      const words = wordsOf(group);
      const reply = await run(() => call(words));
      group.forEach((waiting, at) => {
        const { resolve, reject } = waiting;
        const own = replyTo(reply, at);
        if (own instanceof Error)
          reject(new StoreUnavailableError(`Redis did not read a record: ${own.message}.`, { cause: own }));
        else if (own === LEFT_OUT) add(waiting);
        else resolve(own);
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  const ask = (collection: Collection, generation: string, wanted: Wanted) =>
    new Promise<unknown>((resolve, reject) => add({ collection, generation, wanted, resolve, reject }));

  return async (collection, wanted) => {
    const [version, json, field] = await readCurrent(now, collection, (generation) =>
      ask(collection, generation, wanted),
    );
    if (typeof json === 'string') return { version, json };
    if (typeof field === 'string') throw lostBody(collection, field);
    return { version, json: null };
  };
}

/** A number of keys, the keys, the collection and its generation, which are those of all, and what each looks for. */
function wordsOf(group: readonly Waiting[]): (string | number)[] {
  const [first] = group;
  if (first === undefined) return [];
  const { collection, generation } = first;
  const keys = [NOW_KEY, idsKey(collection, generation), namesKey(collection, generation), bodiesKey(collection)];
  const words = [keys.length, ...keys, collection, generation];
  for (const { wanted } of group) words.push(...wanted);
  return words;
}

/** What the script would have answered to this one alone, or that it had no room for it. */
function replyTo(reply: unknown, at: number): unknown {
  if (!Array.isArray(reply) || reply[0] !== 'found') return reply;
  if (2 + at * 2 >= reply.length) return LEFT_OUT;
  const json: unknown = reply[2 + at * 2];
  return json instanceof Error ? json : [reply[0], reply[1], json, reply[3 + at * 2]];
}
