import { mapSoon, type Soon } from '../soon.ts';
import type { DirectoryReader } from '../store/directory-reader.ts';
import type { KeyRecord } from '../store/directory-store.ts';
import { hashKey, readKeyText } from './key-format.ts';

type KeyDirectory = Pick<DirectoryReader, 'findKeyByHash'>;

/**
 * Finds the key with a text; `null` when there is none or it has ended.
 *
 * @param connection what the text came by, the same object for each of its requests.
 */
export type FindKey = (text: string, connection: object) => Soon<KeyRecord | null>;

/** The last text of a connection that can be a key. */
interface SentKey {
  readonly text: string;
  readonly hash: string;
}

/**
 * Makes what finds the keys of requests; what cannot be a key is not looked up. Most connections send one key again and
 * again, so the hash of the last one is kept with its connection, and no longer than that.
 */
export function createKeyFinder(directory: KeyDirectory, nowMs: () => number): FindKey {
  const sent = new WeakMap<object, SentKey>();

  function hashOn(connection: object, text: string): string | null {
    const last = sent.get(connection);
    if (last?.text === text) return last.hash;
    if (readKeyText(text) === null) return null;
    const hash = hashKey(text);
    sent.set(connection, { text, hash });
    return hash;
  }

  const unlessEnded = (key: KeyRecord | null) => (key === null || hasEnded(key, nowMs()) ? null : key);

  return (text, connection) => {
    const hash = hashOn(connection, text);
    const key = hash === null ? null : directory.findKeyByHash(hash);
    return mapSoon(key, unlessEnded);
  };
}

function hasEnded({ expiresAtMs }: KeyRecord, nowMs: number): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs;
}
