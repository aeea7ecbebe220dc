import type { DirectoryReader } from '../store/directory-reader.ts';
import type { KeyRecord } from '../store/directory-store.ts';
import { hashKey, readKeyText } from './key-format.ts';

/** The key with this text; `null` when there is none or it has ended. What cannot be a key is not looked up. */
export async function findLiveKey(
  directory: Pick<DirectoryReader, 'findKeyByHash'>,
  text: string,
  nowMs: number,
): Promise<KeyRecord | null> {
  if (readKeyText(text) === null) return null;
  const key = await directory.findKeyByHash(hashKey(text));
  return key === null || (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) ? null : key;
}
