import { setTimeout as delay } from 'node:timers/promises';
import { type Exchange, isUnknown } from '../history/history.ts';
import type { Tenant } from '../product/create-tenants.ts';
import type { Clients, Order, Target } from './clients.ts';
import { voterOf } from './voters.ts';

/** What visits are made of. */
export interface VisitParts {
  readonly clients: Clients;
  readonly tenants: readonly Tenant[];
  readonly targets: readonly Target[];
}

const RETRIES = 6;
const RETRY_PAUSE_MS = 120;
/** One in so many voters never asks again when it does not know, so that votes stay that were counted unknown to anybody. */
const GIVES_UP = 5;
/** One in so many comes by a key whose quota is soon spent. */
const SCARCE = 6;
/** What voters do after their vote, in turn. */
const AFTERWARDS = ['leave', 'vote again', 'leave', 'repeat', 'check', 'leave', 'vote twice at once', 'leave'] as const;

/** The order of the voter with this number: always the same. */
export function orderOf({ tenants }: Pick<VisitParts, 'tenants'>, number: number): Order {
  const tenant = pick(tenants, number);
  const { id: serverId } = pick(tenant.servers, Math.floor(number / tenants.length));
  const visit = Math.floor(number / tenants.length / tenant.servers.length);
  const key = visit % SCARCE === 1 ? pick(tenant.scarceKeys, Math.floor(visit / SCARCE)) : tenant.busyKey;
  return { voter: voterOf(number), tenant, serverId, key };
}

/** The Idempotency-Key of a voter, the same at every try. */
export function idempotencyKeyOf(order: Order): string {
  return `${order.voter.name}-of-${order.key.name}`;
}

/** One voter comes, votes until it knows what became of it, and some try what they may not. */
export async function visit(parts: VisitParts, number: number): Promise<Exchange> {
  const { clients, targets } = parts;
  const order = orderOf(parts, number);
  const target = pick(targets, number);
  const other = pick(targets, number + 1);
  const afterwards = pick(AFTERWARDS, number);
  const [first] = await Promise.all([
    voteUntilKnown(parts, order, number),
    afterwards === 'vote twice at once' ? clients.vote(other, order, null) : null,
  ]);
  if (first.status !== 200) return first;
  if (afterwards === 'vote again') await clients.vote(other, { ...order, key: order.tenant.busyKey }, null);
  if (afterwards === 'repeat') await clients.vote(other, order, idempotencyKeyOf(order));
  if (afterwards === 'check') await clients.check(target, order);
  return first;
}

async function voteUntilKnown({ clients, targets }: VisitParts, order: Order, number: number): Promise<Exchange> {
  const tries = number % GIVES_UP === 0 ? 1 : RETRIES;
  for (let count = 1; ; count += 1) {
    const exchange = await clients.vote(pick(targets, number + count), order, idempotencyKeyOf(order));
    if (!isUnknown(exchange) || count >= tries) return exchange;
    await delay(count * RETRY_PAUSE_MS);
  }
}

function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}
