import { createHash } from 'node:crypto';
import { SITE_ORIGIN } from '../load/workloads.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { loadAccounts, openBuiltStores } from '../product/built-product.ts';

/** A server, a key and a site of one account: as many of each are in the store. */
export interface RecordTrio {
  readonly accountId: string;
  readonly serverId: string;
  readonly slug: string;
  readonly name: string;
  readonly key: string;
  readonly keyHash: string;
  readonly siteId: string;
}

/** A store with servers, keys and sites, and without a vote. */
export interface FilledRecords {
  readonly place: StoreOptions;
  readonly trios: readonly RecordTrio[];
}

/** Servers, keys and sites of each of the small accounts. */
const EACH = 10;
/** As many servers at once as an import sends. */
const BATCH = 500;
const IN_FLIGHT = 8;

/** An account and its servers. */
interface Share {
  readonly username: string;
  readonly servers: readonly ReturnType<typeof serverOf>[];
}

/** Makes so many servers, keys and sites: the first half of one account, the others of accounts of ten each. */
export async function fillRecords(place: StoreOptions, records: number): Promise<FilledRecords> {
  const accounts = await loadAccounts();
  const { directory, close } = await openBuiltStores(place);
  const nowMs = Date.now();
  const owned: { readonly accountId: string; readonly server: Share['servers'][number] }[] = [];
  const trios: RecordTrio[] = [];
  try {
    await doAll(sharesOf(records, nowMs), async ({ username, servers }) => {
      const { id: accountId } = await accounts.createAccount(directory, { username, nowMs });
      for (let at = 0; at < servers.length; at += BATCH) {
        await directory.saveServers(accountId, servers.slice(at, at + BATCH));
      }
      for (const server of servers) owned.push({ accountId, server });
    });
    await doAll(owned, async ({ accountId, server: { id: serverId, slug, name } }) => {
      const rights = { accountId, kind: 'vote', attest: false, votesPerMinute: null } as const;
      const { text: key } = await accounts.createKey(directory, rights, nowMs);
      const rules = { origins: [SITE_ORIGIN], votesPerMinute: null, askUsername: false } as const;
      const { id: siteId } = await accounts.createSite(directory, { accountId, name: 'Site', ...rules, nowMs });
      const keyHash = createHash('sha256').update(key).digest('hex');
      trios.push({ accountId, serverId, slug, name, key, keyHash, siteId });
    });
    return { place, trios };
  } finally {
    await close();
  }
}

async function doAll<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  async function work(): Promise<void> {
    for (const item of left) await act(item);
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

function sharesOf(records: number, nowMs: number): Share[] {
  const servers = Array.from({ length: records }, (_, number) => serverOf(number, nowMs));
  const half = records / 2;
  const shares: Share[] = [{ username: 'large', servers: servers.slice(0, half) }];
  for (let from = half; from < records; from += EACH) {
    shares.push({ username: `small-${from}`, servers: servers.slice(from, from + EACH) });
  }
  return shares;
}

function serverOf(number: number, nowMs: number) {
  return {
    id: `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    slug: `server-${number}`,
    name: `Server ${number}`,
    description: '',
    image: '',
    createdAt: new Date(nowMs).toISOString(),
  };
}
