import { randomUUID } from 'node:crypto';
import {
  COLLECTIONS,
  type Collection,
  ContentBusyError,
  type ContentImport,
  type ContentRow,
  type PutResult,
} from '../content-store.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import type { RedisConnection } from './connection.ts';
import { CONTENT_SENDER, IMPORTS_KEY, LEFTOVERS_KEY, LOCK_KEY, NOW_KEY } from './content-keys.ts';
import { clearLeftovers, writeLeftover } from './content-leftovers.ts';
import type { ContentNow } from './content-now.ts';
import { type ContentStaging, createStaging } from './content-staging.ts';
import { CHANGES_CHANNEL } from './keys.ts';
import { patient } from './patience.ts';

export interface ImportParts {
  readonly connection: RedisConnection;
  readonly now: ContentNow;
  readonly replacing: boolean;
  readonly onEnd: () => void;
}

/** An import whose process died holds up others for so long. */
const LOCK_MS = 20_000;
const RENEW_EVERY_MS = 5_000;
/** What is sent to Redis at once: neither many rows nor many bytes, so that no vote waits long behind it. */
const MAX_BATCH_ROWS = 200;
const MAX_BATCH_CHARACTERS = 256 * 1024;

/** Takes the lock, and takes away what earlier imports left behind. @throws ContentBusyError */
export async function openContentImport(parts: ImportParts): Promise<ContentImport> {
  const connection = patient(parts.connection);
  const token = randomUUID();
  const { client, run } = connection;
  const number = await run(() => client.contentBegin(2, LOCK_KEY, IMPORTS_KEY, token, LOCK_MS));
  if (typeof number !== 'string')
    throw new ContentBusyError(
      'Another import is running; try again when it has ended, or in half a minute if it was killed.',
    );
  const lock = holdLock(parts.connection, token);
  try {
    await clearLeftovers(connection);
    await parts.now.refresh();
    // Nobody else shows anything while the lock is held, so what is current now stays so.
    const bases = new Map<Collection, string>();
    for (const collection of COLLECTIONS) bases.set(collection, await parts.now.generationOf(collection));
    return createImport({ ...parts, number, token, lock, bases });
  } catch (error) {
    await lock.letGo();
    throw error;
  }
}

interface OpenParts extends ImportParts {
  readonly number: string;
  readonly token: string;
  readonly lock: ReturnType<typeof holdLock>;
  /** The current generation of each collection. */
  readonly bases: ReadonlyMap<Collection, string>;
}

function createImport(parts: OpenParts): ContentImport {
  const { now, number } = parts;
  const connection = patient(parts.connection);
  const { client, run } = connection;
  const stagings = new Map<Collection, ContentStaging>();
  let ended = false;
  const guard = guardWrites(connection, parts, stagings);

  async function stage(collection: Collection): Promise<ContentStaging> {
    const begun = stagings.get(collection);
    if (begun !== undefined) return begun;
    await run(() => client.sadd(LEFTOVERS_KEY, leftoverOf(collection, number)));
    const staging = createStaging(connection, { collection, base: parts.bases.get(collection) ?? '0', next: number });
    stagings.set(collection, staging);
    return staging;
  }

  /** What was not shown is left over now, and so is what was shown before. If Redis is away, the next import does this. */
  async function end(): Promise<void> {
    ended = true;
    parts.onEnd();
    try {
      if (await parts.lock.isHeld(parts.connection)) await clearLeftovers(parts.connection);
      else await guard.noteLeftovers();
      await parts.lock.letGo();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
  }

  return {
    async put(collection, rows) {
      const staging = await stage(collection);
      const results: PutResult[] = [];
      for (const batch of batchesOf(rows)) {
        await guard.requireLock();
        results.push(...(await staging.put(batch)));
      }
      return results;
    },
    async removeOthers(collection) {
      if (!parts.replacing) throw new Error('removeOthers needs an import that was opened with replacing.');
      await guard.requireLock();
      return (await stage(collection)).removeOthers();
    },
    hasIds: async (collection, ids) => (await stage(collection)).hasIds(ids),
    async commit() {
      await guard.requireLock();
      guard.letShow();
      const changed = [...stagings].flatMap(([collection, staging]) => (staging.isChanged ? [collection] : []));
      const version = changed.length === 0 ? await now.readVersion() : await show(connection, parts, changed);
      if (changed.length > 0) now.forget();
      await end();
      return { version, changed: changed.length > 0 };
    },
    async abort() {
      if (!ended) await end();
    },
  };
}

/** Sees to it that an import that lost its lock, as a process that stood still does, leaves nothing behind. */
function guardWrites(connection: RedisConnection, parts: OpenParts, stagings: ReadonlyMap<Collection, ContentStaging>) {
  const { client, run } = connection;
  let maybeShown = false;

  /** What was written after another import cleared up would stay for ever without a note. */
  async function noteLeftovers(): Promise<void> {
    if (maybeShown || stagings.size === 0) return;
    const leftovers = [...stagings.keys()].map((collection) => leftoverOf(collection, parts.number));
    await run(() => client.sadd(LEFTOVERS_KEY, ...leftovers));
  }

  return {
    noteLeftovers,
    /** To be called before each write. @throws StoreUnavailableError when the lock is lost. */
    async requireLock(): Promise<void> {
      if (await parts.lock.isHeld(connection)) return;
      await noteLeftovers();
      throw new StoreUnavailableError('The import stood still for too long; nothing was changed. Run it again.');
    },
    /** From now on the import may be what is current, which is never noted as left over. */
    letShow(): void {
      maybeShown = true;
    },
  };
}

function leftoverOf(collection: Collection, number: string): string {
  return writeLeftover({ collection, generation: number, kind: 'added', importNumber: number });
}

async function show(connection: RedisConnection, parts: OpenParts, changed: readonly Collection[]): Promise<number> {
  const words = [
    NOW_KEY,
    LOCK_KEY,
    LEFTOVERS_KEY,
    parts.token,
    parts.number,
    CHANGES_CHANNEL,
    CONTENT_SENDER,
    ...changed,
  ];
  const reply = await connection.run(() => connection.client.contentCommit(3, ...words));
  if (Array.isArray(reply) && reply[0] === 'shown') return Number(reply[1]);
  throw new StoreUnavailableError('The import took too long to be shown; nothing was changed. Run it again.');
}

/** Keeps the lock while the process lives. */
function holdLock(connection: RedisConnection, token: string) {
  const hold = (ms: number, { client, run } = connection) => run(() => client.contentHold(1, LOCK_KEY, token, ms));
  const timer = setInterval(() => {
    // After a beat that fails comes another; a lock that is lost is seen before the next write.
    hold(LOCK_MS).catch(() => false);
  }, RENEW_EVERY_MS);
  timer.unref();
  return {
    /** Asks through a connection that waits for Redis, or does not. */
    isHeld: async (through: RedisConnection) => (await hold(LOCK_MS, through)) === 1,
    async letGo() {
      clearInterval(timer);
      await hold(0);
    },
  };
}

/** No batch has an id twice: what became of the first row of an id decides on the second. */
function* batchesOf(rows: readonly ContentRow[]): Generator<ContentRow[]> {
  let batch: ContentRow[] = [];
  let characters = 0;
  let ids = new Set<string>();
  for (const row of rows) {
    const isFull = batch.length === MAX_BATCH_ROWS || characters >= MAX_BATCH_CHARACTERS;
    if (isFull || ids.has(row.id)) {
      yield batch;
      batch = [];
      characters = 0;
      ids = new Set();
    }
    batch.push(row);
    ids.add(row.id);
    characters += row.json.length;
  }
  if (batch.length > 0) yield batch;
}
