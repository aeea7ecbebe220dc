import { randomBytes, randomUUID } from 'node:crypto';
import { createKeyText, hashKey } from '../accounts/key-format.ts';
import type { KeyRecord, ServerDraft, ServerRecord, SiteRecord } from '../store/directory-store.ts';
import { type Answer, ask } from './api-client.ts';
import type { TestService } from './test-service.ts';

/** An account of a test with one server, a vote key and a site. */
export interface Tenant {
  readonly accountId: string;
  readonly server: ServerRecord;
  readonly site: SiteRecord;
  readonly key: string;
  readonly keyRecord: KeyRecord;
  addServer(draft?: Partial<ServerDraft>): Promise<ServerRecord>;
  addKey(record?: Partial<KeyRecord>): Promise<{ key: string; record: KeyRecord }>;
  /** POST /vote from an address, as a trusted proxy passes it on. */
  vote(body?: unknown, options?: { ip?: string; headers?: Record<string, string> }): Promise<Answer>;
  /** GET /vote/check with these query members. */
  check(query: Record<string, string>): Promise<Answer>;
}

const ORIGIN = 'https://shop.example';
const CREATED_AT = '2026-01-01T00:00:00.000Z';

/** Makes an account with random names in the service's store. */
export async function createTenant(service: TestService): Promise<Tenant> {
  const { directory } = service.stores;
  const word = randomBytes(5).toString('hex');
  const accountId = `acc_${word}`;
  await directory.createAccount({ id: accountId, username: `owner-${word}`, createdAt: CREATED_AT });

  async function addServer(draft: Partial<ServerDraft> = {}): Promise<ServerRecord> {
    const own = randomBytes(5).toString('hex');
    const full = {
      id: randomUUID(),
      slug: `server-${own}`,
      name: `Server ${own}`,
      description: '',
      image: '',
      createdAt: CREATED_AT,
    };
    const [saved] = await directory.saveServers(accountId, [{ ...full, ...draft }]);
    if (!saved || !('server' in saved)) throw new Error(`the server was not saved: ${saved?.status}`);
    return saved.server;
  }

  async function addKey(record: Partial<KeyRecord> = {}) {
    const kind = record.kind ?? 'vote';
    const key = createKeyText(kind);
    const full = {
      id: `key_${randomBytes(5).toString('hex')}`,
      accountId,
      hash: hashKey(key),
      hint: key.slice(0, 6),
      kind,
      attest: false,
      votesPerMinute: null,
      createdAt: CREATED_AT,
      expiresAtMs: null,
      ...record,
    };
    await directory.saveKey(full);
    return { key, record: full };
  }

  const server = await addServer();
  const { key, record } = await addKey();
  const site = {
    id: `site_${word}`,
    accountId,
    name: 'Shop',
    origins: [ORIGIN],
    keyId: `key_site_${word}`,
    votesPerMinute: null,
    askUsername: false,
    createdAt: CREATED_AT,
  };
  await directory.saveSite(site);
  return {
    accountId,
    server,
    site,
    key,
    keyRecord: record,
    addServer,
    addKey,
    vote: (body = { serverId: server.id }, { ip = randomIp(), headers = {} } = {}) =>
      ask(`${service.url}/vote`, {
        method: 'POST',
        body,
        headers: { 'X-API-KEY': key, 'X-Forwarded-For': ip, ...headers },
      }),
    check: (query) => ask(`${service.url}/vote/check?${new URLSearchParams(query)}`, { headers: { 'X-API-KEY': key } }),
  };
}

/** A public address, most likely never used before. */
export function randomIp(): string {
  const [a = 0, b = 0, c = 0] = randomBytes(3);
  return `${20 + (a % 80)}.${b}.${c}.${1 + (randomBytes(1)[0]! % 250)}`;
}
