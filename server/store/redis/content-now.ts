import type { Collection } from '../content-store.ts';
import type { RedisConnection } from './connection.ts';
import { NOW_KEY } from './content-keys.ts';

/** The version of the content and the generation of each of its collections, as last read. */
export interface ContentNow {
  readVersion(): Promise<number>;
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

export function createContentNow(connection: RedisConnection): ContentNow {
  let known: ReadonlyMap<string, string> = new Map();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let failure: { readonly error: unknown; readonly atMs: number } | null = null;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const startedAtMs = performance.now();
    try {
      known = new Map(Object.entries(await connection.run(() => connection.client.hgetall(NOW_KEY))));
      readAtMs = startedAtMs;
      failure = null;
    } catch (error) {
      failure = { error, atMs: performance.now() };
      throw error;
    } finally {
      reading = null;
    }
  }

  function refresh(): Promise<void> {
    reading ??= read();
    return reading;
  }

  async function current(): Promise<ReadonlyMap<string, string>> {
    const ageMs = performance.now() - readAtMs;
    if (ageMs > BELIEVED_MS) {
      if (failure !== null && performance.now() - failure.atMs < FAILURE_KEPT_MS) throw failure.error;
      await refresh();
    } else if (ageMs > FRESH_MS) {
      // What goes wrong here is kept in `failure`, for those who ask once memory is too old.
      refresh().catch(() => failure);
    }
    return known;
  }

  return {
    readVersion: async () => Number((await current()).get('version') ?? '0'),
    generationOf: async (collection) => (await current()).get(collection) ?? '0',
    noteVersion(version) {
      if (String(version) !== (known.get('version') ?? '0')) readAtMs = Number.NEGATIVE_INFINITY;
    },
    async refresh() {
      // A reading that began before may have seen what was there before.
      await reading?.catch(() => failure);
      await refresh();
    },
    forget() {
      readAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
