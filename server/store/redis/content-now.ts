import type { Collection } from '../content-store.ts';
import type { RedisConnection } from './connection.ts';
import { NOW_KEY } from './content-keys.ts';

/** The version of the content and the generation of each of its collections, as last read. */
export interface ContentNow {
  readVersion(): Promise<number> | number;
  /** The generation of the collection, as far as memory knows. */
  generationOf(collection: Collection): Promise<string>;
  /** Takes the version that an answer came with: another one than memory has means that memory is behind. */
  noteVersion(version: number): void;
  /** Reads anew; for whoever learned that memory is behind. */
  refresh(): Promise<void>;
  /** Memory may be behind: the next question reads anew. */
  forget(): void;
}

/** Memory that is younger is believed, so that an import elsewhere is known within a second without any notice. */
const BELIEVED_MS = 1_000;
/** Memory that is older is read anew behind the back of whoever asks. */
const FRESH_MS = 250;
/** After a failure nobody asks Redis again for so long: those who ask meanwhile get the same answer at once. */
const FAILURE_KEPT_MS = 500;
/** A call to Redis settles sooner. One that took longer failed because this process stood still, and says nothing of Redis. */
const LONGEST_CALL_MS = 1_500;

export function createContentNow(connection: RedisConnection): ContentNow {
  let known: ReadonlyMap<string, string> = new Map();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let failure: { readonly error: unknown; readonly atMs: number } | null = null;
  let reading: Promise<void> | null = null;
  /** Grows when memory is known to be behind: a reading that began before may have seen what was there before. */
  let epoch = 0;

  async function read(): Promise<void> {
    const begunIn = epoch;
    const startedAtMs = performance.now();
    try {
      const entries = Object.entries(await connection.run(() => connection.client.hgetall(NOW_KEY)));
      if (begunIn !== epoch) return;
      known = new Map(entries);
      readAtMs = startedAtMs;
      failure = null;
    } catch (error) {
      if (begunIn === epoch) failure = { error, atMs: Math.min(performance.now(), startedAtMs + LONGEST_CALL_MS) };
      throw error;
    }
  }

  function readOnce(): Promise<void> {
    if (reading !== null) return reading;
    const begun = read().finally(() => {
      if (reading === begun) reading = null;
    });
    reading = begun;
    return begun;
  }

  const versionIn = () => Number(known.get('version') ?? '0');

  /** Resolves when memory is young enough to be believed; `null`: it is. */
  function look(): Promise<void> | null {
    const nowMs = performance.now();
    const ageMs = nowMs - readAtMs;
    if (ageMs <= FRESH_MS) return null;
    if (ageMs > BELIEVED_MS) {
      return failure !== null && nowMs - failure.atMs < FAILURE_KEPT_MS ? Promise.reject(failure.error) : readOnce();
    }
    // What goes wrong here is kept in `failure`, for those who ask once memory is too old.
    readOnce().catch(() => failure);
    return null;
  }

  function forget(): void {
    epoch += 1;
    reading = null;
    readAtMs = Number.NEGATIVE_INFINITY;
    // Whoever knows that there is something new has just heard of Redis.
    failure = null;
  }

  return {
    readVersion: () => look()?.then(versionIn) ?? versionIn(),
    async generationOf(collection) {
      await look();
      return known.get(collection) ?? '0';
    },
    noteVersion(version) {
      if (String(version) !== (known.get('version') ?? '0')) forget();
    },
    refresh() {
      forget();
      return readOnce();
    },
    forget,
  };
}
