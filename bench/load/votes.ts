import type { LoadTenant } from './orders.ts';

interface VoteRequest {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** First address of the voters; three quarters of a thousand million follow before the next reserved range. */
const FIRST_ADDRESS = 20 * 2 ** 24;

/**
 * Makes votes: each of a new voter, over all keys and servers in turn.
 *
 * @param count gives another number at each call, so that no voter comes twice.
 */
export function createVotes(tenants: readonly LoadTenant[], count: () => number): () => VoteRequest {
  const prepared = tenants.map(({ key, serverIds }) => ({
    headers: { 'Content-Type': 'application/json', 'X-API-KEY': key },
    bodies: serverIds.map((serverId) => JSON.stringify({ serverId })),
  }));
  return () => {
    const number = count();
    const { headers, bodies } = pick(prepared, number);
    const body = pick(bodies, Math.floor(number / prepared.length));
    return { headers: { ...headers, 'X-Forwarded-For': addressOf(FIRST_ADDRESS + number) }, body };
  };
}

function addressOf(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}

function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is nothing to vote with.');
  return item;
}
