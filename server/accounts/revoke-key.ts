import type { DirectoryStore, KeyRecord } from '../store/directory-store.ts';
import { requireKey } from './find-key.ts';

/** Ends a key now. A key that has ended before keeps its moment. @throws RefusedError when the key is unknown. */
export async function revokeKey(directory: DirectoryStore, keyId: string, nowMs: number): Promise<KeyRecord> {
  const key = await requireKey(directory, keyId);
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) return key;
  const revoked = { ...key, expiresAtMs: nowMs };
  await directory.saveKey(revoked);
  return revoked;
}
