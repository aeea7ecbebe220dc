import { mapSoon, type Soon } from '../soon.ts';
import type { DirectoryReader } from '../store/directory-reader.ts';
import type { KeyRecord } from '../store/directory-store.ts';
import { hashKey, hasKeyLength, readKeyText } from './key-format.ts';

type KeyDirectory = Pick<DirectoryReader, 'recallKey' | 'findKeyByHash'>;

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
 * Makes what finds the keys of requests; the store is not asked for what cannot be a key. Most connections send one key again and
 * again, so the hash of the last one is kept with its connection, and no longer than that.
 */
export function createKeyFinder(directory: KeyDirectory, nowMs: () => number): FindKey {
  const sent = new WeakMap<object, SentKey>();

  const unlessEnded = (key: KeyRecord | null) => (key === null || hasEnded(key, nowMs()) ? null : key);

  return (text, connection) => {
    if (!hasKeyLength(text)) return null;
    const last = sent.get(connection);
    const hash = last?.text === text ? last.hash : hashKey(text);
    const known = directory.recallKey(hash);
    // What memory has was looked at before the store was asked for it.
    if (known === undefined && readKeyText(text) === null) return null;
    if (last?.text !== text) sent.set(connection, { text, hash });
    return known === undefined ? mapSoon(directory.findKeyByHash(hash), unlessEnded) : unlessEnded(known);
  };
}

function hasEnded({ expiresAtMs }: KeyRecord, nowMs: number): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs;
}
