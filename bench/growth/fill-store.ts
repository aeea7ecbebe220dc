import { openBuiltStores, type StoreOptions } from '../product/built-product.ts';
import { createTenants, type Tenant } from '../product/create-tenants.ts';
import { attemptOf, COOLDOWN_MS, castOne } from './votes.ts';

/** A store with live votes. */
export interface FilledStore {
  readonly place: StoreOptions;
  readonly tenants: readonly Tenant[];
  readonly votes: number;
}

export interface FillOptions {
  readonly votes: number;
  /** Called when accounts and servers are there and no vote is. */
  readonly onEmpty?: () => Promise<void>;
  /** Told of each tenth that is done. */
  readonly say?: (line: string) => void;
}

const LEAST_ACCOUNTS = 100;
/** So that the keys of a large store stay below their limit as well. */
const MOST_VOTES_EACH = 10_000;
const SERVERS_EACH = 10;
const IN_FLIGHT = 50;
/** What a key of each account casts stays below the real limit, as in real life. */
const KIND = { keySuffix: '', votesPerMinute: 30 };
/** The oldest vote stays live for so long after the fill, and the newest has left each key's minute. */
const OLDEST_LIVES_MS = 7_200_000;
const NEWEST_AGE_MS = 120_000;

/** Makes accounts and fills a store with live votes, spread evenly over ten of the last 12 hours by giving it their clock. */
export async function fillStore(place: StoreOptions, options: FillOptions): Promise<FilledStore> {
  const { votes } = options;
  const tenants = await createTenants(place, { accounts: accountsOf(votes), serversEach: SERVERS_EACH });
  await options.onEmpty?.();
  const endMs = Date.now() - NEWEST_AGE_MS;
  const stepMs = (COOLDOWN_MS - OLDEST_LIVES_MS - NEWEST_AGE_MS) / votes;
  const clock = { nowMs: 0 };
  const stores = await openBuiltStores({ ...place, clock: () => clock.nowMs });
  let next = 0;
  async function work(): Promise<void> {
    while (next < votes) {
      const number = next++;
      clock.nowMs = Math.floor(endMs - (votes - number) * stepMs);
      if (number % (votes / 10) === 0) options.say?.(`${number.toLocaleString('en-US')} votes`);
      await castOne(stores, attemptOf(tenants, number, KIND));
    }
  }
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
    return { place, tenants, votes };
  } finally {
    await stores.close();
  }
}

export function accountsOf(votes: number): number {
  return Math.max(LEAST_ACCOUNTS, Math.ceil(votes / MOST_VOTES_EACH));
}
