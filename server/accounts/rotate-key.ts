import type { DirectoryStore, KeyRecord } from '../store/directory-store.ts';
import { type CreatedKey, createKey } from './create-key.ts';
import { requireKey } from './find-key.ts';
import { RefusedError } from './refused-error.ts';

export interface KeyRotation {
  readonly keyId: string;
  /** How long the old key works beside the new one, in milliseconds; 0 ends it at once. */
  readonly overlapMs: number;
  readonly nowMs: number;
}

export interface RotatedKey extends CreatedKey {
  /** The old key with its end. */
  readonly replaced: KeyRecord & { readonly expiresAtMs: number };
}

/**
 * Replaces a key by a new one with the same rights. The new one is stored first: a fault between the two leaves the old
 * key working. An end that was set before is never moved later. @throws RefusedError when the key is unknown or has ended.
 */
export async function rotateKey(directory: DirectoryStore, rotation: KeyRotation): Promise<RotatedKey> {
  const { nowMs } = rotation;
  const old = await requireKey(directory, rotation.keyId);
  if (old.expiresAtMs !== null && old.expiresAtMs <= nowMs) {
    throw new RefusedError(
      `Key ${old.id} is no longer valid; make a new one with \`server-vote keys create --account ${old.accountId} --kind ${old.kind}\`.`,
    );
  }
  const { accountId, kind, attest, votesPerMinute } = old;
  const created = await createKey(directory, { accountId, kind, attest, votesPerMinute }, nowMs);
  const endsAtMs = nowMs + rotation.overlapMs;
  await directory.saveKey({ ...old, expiresAtMs: endsAtMs });
  // The store keeps an earlier end, also one that was set since the key was read: what it has now is what is told.
  const saved = await directory.findKey(old.id);
  return { ...created, replaced: { ...old, expiresAtMs: saved?.expiresAtMs ?? endsAtMs } };
}
