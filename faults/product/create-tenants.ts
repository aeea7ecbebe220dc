import { loadAccounts, openBuiltStores, type StoreOptions } from '../../bench/product/built-product.ts';

/** A vote key with its rights. */
export interface VoteKey {
  /** What the history calls it. */
  readonly name: string;
  readonly text: string;
  /** May it name its visitors? Else they are named by the proxy in front, which loopback counts as. */
  readonly attests: boolean;
  readonly votesPerMinute: number;
}

/** An account with its servers and keys. */
export interface Tenant {
  readonly accountId: string;
  readonly servers: readonly { readonly id: string; readonly num: number }[];
  /** Takes as many votes as come. */
  readonly busyKey: VoteKey;
  /** With the quota that keys have by default, which the load exceeds. */
  readonly scarceKeys: readonly VoteKey[];
}

const SERVERS = 2;
/** Attests, takes whatever comes: a quota that quick clients spend would look like a service that is away. */
const BUSY = { attests: true, votesPerMinute: 100_000 };
/** As `keys create` makes them; one of a site with a proxy of its own, and one of a plain key holder. */
const SCARCE = [
  { attests: true, votesPerMinute: 30 },
  { attests: false, votesPerMinute: 30 },
];

/** Makes accounts by the use cases that the command line calls. */
export async function createTenants(place: StoreOptions, count: number): Promise<Tenant[]> {
  const accounts = await loadAccounts();
  const stores = await openBuiltStores(place);
  const nowMs = Date.now();

  async function createKey(accountId: string, name: string, rights: typeof BUSY): Promise<VoteKey> {
    const { attests: attest, votesPerMinute } = rights;
    const wanted = { accountId, kind: 'vote', attest, votesPerMinute } as const;
    const { text } = await accounts.createKey(stores.directory, wanted, nowMs);
    return { name, text, ...rights };
  }

  async function createTenant(number: number): Promise<Tenant> {
    const { directory } = stores;
    const { id: accountId } = await accounts.createAccount(directory, { username: `owner-${number}`, nowMs });
    const servers: { id: string; num: number }[] = [];
    for (let server = 1; server <= SERVERS; server += 1) {
      servers.push(await accounts.createServer(directory, { accountId, name: `Server ${server}`, nowMs }));
    }
    const busyKey = await createKey(accountId, `a${number}-busy`, BUSY);
    const scarceKeys = await Promise.all(
      SCARCE.map((rights, index) => createKey(accountId, `a${number}-scarce-${index}`, rights)),
    );
    return { accountId, servers, busyKey, scarceKeys };
  }

  try {
    return await Promise.all(Array.from({ length: count }, (_, number) => createTenant(number)));
  } finally {
    await stores.close();
  }
}
