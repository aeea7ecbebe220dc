import type { DirectoryStore, KeyRecord } from '../store/directory-store.ts';
import { readKeyText } from './key-format.ts';
import { BadUsageError, RefusedError } from './refused-error.ts';

/** The key of this id. @throws RefusedError when there is none; never repeats a key that was given in place of its id. */
export async function requireKey(directory: DirectoryStore, keyId: string): Promise<KeyRecord> {
  if (readKeyText(keyId) !== null) {
    throw new BadUsageError('ID must be the id of the key (key_...), not the key; `server-vote keys list` shows it.');
  }
  const key = await directory.findKey(keyId);
  if (key !== null) return key;
  const shown = /^[vu]k_/.test(keyId) ? 'ID' : JSON.stringify(keyId);
  throw new RefusedError(`${shown} is not the id of a key; \`server-vote keys list\` shows them.`);
}
