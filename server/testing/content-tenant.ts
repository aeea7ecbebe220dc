import { randomBytes } from 'node:crypto';
import { createKeyText, hashKey } from '../accounts/key-format.ts';
import { type Answer, ask } from './api-client.ts';
import type { TestService } from './test-service.ts';

/** A holder of a user key of a test. */
export interface Reader {
  readonly key: string;
  readonly keyId: string;
  /** GET with the key; the path begins with a slash. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** Makes an account with a user key in the service's store. */
export async function createReader(service: TestService): Promise<Reader> {
  const word = randomBytes(5).toString('hex');
  const accountId = `acc_${word}`;
  const createdAt = '2026-01-01T00:00:00.000Z';
  await service.stores.directory.createAccount({ id: accountId, username: `reader-${word}`, createdAt });
  const key = createKeyText('user');
  const keyId = `key_${word}`;
  await service.stores.directory.saveKey({
    id: keyId,
    accountId,
    hash: hashKey(key),
    hint: key.slice(0, 6),
    kind: 'user',
    attest: false,
    votesPerMinute: null,
    createdAt,
    expiresAtMs: null,
  });
  return {
    key,
    keyId,
    get: (path, headers = {}) => ask(`${service.url}${path}`, { headers: { 'X-API-KEY': key, ...headers } }),
  };
}
