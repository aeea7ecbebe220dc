import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { SITE_ORIGIN } from '../load/workloads.ts';
import type { Tenant } from '../product/create-tenants.ts';

/** What the peers look up, under these names in Redis: hash of the key -> account, server -> account and what is shown, site -> key and origin. */
export const PEER_KEYS = 'peer:keys';
export const PEER_SERVERS = 'peer:servers';
export const PEER_SITES = 'peer:sites';

export interface PeerServer {
  readonly accountId: string;
  /** What a page may know of it. */
  readonly shown: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly description: string;
    readonly image: string;
  };
}

export interface PeerSite {
  readonly accountId: string;
  readonly key: string;
  readonly origin: string;
}

/** Keys are kept as their hashes, as everybody is told to. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Gives the peers the same keys, servers and sites that the service has. */
export async function writePeerData(redis: Redis, tenants: readonly Tenant[]): Promise<void> {
  for (const { accountId, key, siteId, servers } of tenants) {
    await redis.hset(PEER_KEYS, hashOfKey(key), accountId);
    const site: PeerSite = { accountId, key, origin: SITE_ORIGIN };
    await redis.hset(PEER_SITES, siteId, JSON.stringify(site));
    for (const [at, { id, slug }] of servers.entries()) {
      const shown = { id, slug, name: `Server ${at + 1}`, description: '', image: '' };
      const server: PeerServer = { accountId, shown };
      await redis.hset(PEER_SERVERS, id, JSON.stringify(server));
    }
  }
}
