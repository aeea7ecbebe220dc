import { openBuiltStores, type StoreOptions } from '../product/built-product.ts';
import type { Tenant } from '../product/create-tenants.ts';

/**
 * Compares the totals in a store with the answers that were given: every answered vote has to be there, and no more than
 * those that were still under way when a run ended.
 *
 * @throws Error when votes were lost or invented.
 */
export async function checkCounted(
  place: StoreOptions,
  tenants: readonly Tenant[],
  counts: { readonly answered: number; readonly cutOff: number },
): Promise<void> {
  const stores = await openBuiltStores(place);
  try {
    let total = 0;
    for (const { accountId, servers } of tenants) {
      const totals = await stores.votes.readTotals(
        accountId,
        servers.map(({ num }) => num),
      );
      for (const votes of totals) total += votes;
    }
    if (total >= counts.answered && total <= counts.answered + counts.cutOff) return;
    throw new Error(
      `The store holds ${total} votes, but ${counts.answered} were answered and at most ${counts.cutOff} cut off.`,
    );
  } finally {
    await stores.close();
  }
}
