import type { DirectoryStore, KeyKind, KeyRecord } from '../store/directory-store.ts';
import { createId } from './create-id.ts';
import { createKeyText, hashKey, hintOfKey } from './key-format.ts';
import { BadUsageError } from './refused-error.ts';

/** What a key may do. */
export interface KeyRights {
  readonly accountId: string;
  readonly kind: KeyKind;
  /** May it name visitors by a signed X-Vote-Client-IP? Vote keys only. */
  readonly attest: boolean;
  /** Its own quota, or `null` for the service's. Vote keys only. */
  readonly votesPerMinute: number | null;
}

/** A key at its creation, the only moment at which its text exists. */
export interface CreatedKey {
  readonly record: KeyRecord;
  readonly text: string;
}

/** Creates a key with these rights. @throws RefusedError when a user key is given rights of a vote key. */
export async function createKey(directory: DirectoryStore, rights: KeyRights, nowMs: number): Promise<CreatedKey> {
  if (rights.kind === 'user' && rights.attest) {
    throw new BadUsageError('--attest is for vote keys; leave it out, or use --kind vote.');
  }
  if (rights.kind === 'user' && rights.votesPerMinute !== null) {
    throw new BadUsageError('--votes-per-minute is for vote keys; leave it out, or use --kind vote.');
  }
  const text = createKeyText(rights.kind);
  const record = {
    ...rights,
    id: createId('key'),
    hash: hashKey(text),
    hint: hintOfKey(text),
    createdAt: new Date(nowMs).toISOString(),
    expiresAtMs: null,
  };
  await directory.saveKey(record);
  return { record, text };
}
