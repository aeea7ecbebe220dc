import type { DirectoryReader } from '../store/directory-reader.ts';
import type { KeyRecord } from '../store/directory-store.ts';
import { hashKey, readKeyText } from './key-format.ts';

type KeyDirectory = Pick<DirectoryReader, 'findKeyByHash'>;

/** Finds the key with a text; `null` when there is none or it has ended. */
export type FindKey = (text: string, connection: object) => Promise<KeyRecord | null>;

interface SentKey {
  text: string;
  /** `null` for what cannot be a key. */
  hash: string | null;
}

/**
 * Makes what finds the keys of requests. Most connections send one key again and again, so the hash of the last one is kept
 * for as long as its connection: nothing else is, as a key is not to stay in memory longer than what it came by.
 */
export function createKeyFinder(directory: KeyDirectory, nowMs: () => number): FindKey {
  const sent = new WeakMap<object, SentKey>();

  function sentOn(connection: object): SentKey {
    const known = sent.get(connection);
    if (known !== undefined) return known;
    const none: SentKey = { text: '', hash: null };
    sent.set(connection, none);
    return none;
  }

  function hashOn(connection: object, text: string): string | null {
    const last = sentOn(connection);
    if (last.text !== text) {
      last.hash = hashText(text);
      last.text = text;
    }
    return last.hash;
  }

  return (text, connection) => findByHash(directory, hashOn(connection, text), nowMs());
}

/** The key with this text; `null` when there is none or it has ended. What cannot be a key is not looked up. */
export function findLiveKey(directory: KeyDirectory, text: string, nowMs: number): Promise<KeyRecord | null> {
  return findByHash(directory, hashText(text), nowMs);
}

function hashText(text: string): string | null {
  return readKeyText(text) === null ? null : hashKey(text);
}

async function findByHash(directory: KeyDirectory, hash: string | null, nowMs: number): Promise<KeyRecord | null> {
  if (hash === null) return null;
  const key = await directory.findKeyByHash(hash);
  return key === null || (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) ? null : key;
}
