import { SITE_ORIGIN } from '../load/workloads.ts';
import { type BuiltStores, loadAccounts, openBuiltStores, type StoreOptions } from './built-product.ts';

/** An account with one vote key, one site and some servers. */
export interface Tenant {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
  readonly siteId: string;
  readonly servers: readonly { readonly id: string; readonly num: number; readonly slug: string }[];
}

export interface WantedTenants {
  readonly accounts: number;
  readonly serversEach: number;
}

const IN_FLIGHT = 32;

/** Makes accounts by the use cases that the command line calls; one command each would take an hour. */
export async function createTenants(place: StoreOptions, wanted: WantedTenants): Promise<Tenant[]> {
  const createTenant = await prepare(wanted.serversEach);
  const stores = await openBuiltStores(place);
  const tenants: Tenant[] = [];
  let next = 0;
  async function work(): Promise<void> {
    while (next < wanted.accounts) tenants.push(await createTenant(stores, next++));
  }
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
    return tenants;
  } finally {
    await stores.close();
  }
}

async function prepare(serversEach: number): Promise<(stores: BuiltStores, number: number) => Promise<Tenant>> {
  const accounts = await loadAccounts();
  const nowMs = Date.now();
  return async ({ directory }, number) => {
    const { id: accountId } = await accounts.createAccount(directory, { username: `owner-${number}`, nowMs });
    const servers: { id: string; num: number; slug: string }[] = [];
    for (let count = 1; count <= serversEach; count += 1) {
      const { id, num, slug } = await accounts.createServer(directory, { accountId, name: `Server ${count}`, nowMs });
      servers.push({ id, num, slug });
    }
    const rights = { accountId, kind: 'vote', attest: false, votesPerMinute: null } as const;
    const { record, text } = await accounts.createKey(directory, rights, nowMs);
    const site = { accountId, name: 'Site', origins: [SITE_ORIGIN], votesPerMinute: null, askUsername: false } as const;
    const { id: siteId } = await accounts.createSite(directory, { ...site, nowMs });
    return { accountId, keyId: record.id, key: text, siteId, servers };
  };
}
