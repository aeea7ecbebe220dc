import { Agent } from 'node:http';
import type { Exchange, Reply } from '../history/history.ts';
import type { Tenant, VoteKey } from '../product/create-tenants.ts';
import { send } from './send.ts';
import { signRequest } from './sign-request.ts';
import { usernameOf, type Voter } from './voters.ts';

/** A process that answers. */
export interface Target {
  readonly url: string;
  /** How far its clock is ahead of ours, which signatures have to know. */
  clockAheadMs(): number;
}

/** Something to ask a service. */
export interface Order {
  readonly voter: Voter;
  readonly tenant: Tenant;
  readonly serverId: string;
  readonly key: VoteKey;
}

/** All clients of a scenario. What they see goes into the history. */
export interface Clients {
  readonly exchanges: readonly Exchange[];
  vote(target: Target, order: Order, idempotencyKey: string | null): Promise<Exchange>;
  check(target: Target, order: Order): Promise<Exchange>;
  close(): void;
}

export function createClients(): Clients {
  const agent = new Agent({ keepAlive: true });
  const exchanges: Exchange[] = [];

  async function record(order: Order, about: Pick<Exchange, 'kind' | 'idempotencyKey'>, asking: () => Promise<Reply>) {
    const { voter, tenant, serverId, key } = order;
    const startedMs = performance.now();
    const reply = await asking();
    const ask = { ...about, voter: voter.name, accountId: tenant.accountId, serverId, key: key.name };
    const exchange = { ...ask, ...reply, startedMs, endedMs: performance.now() };
    exchanges.push(exchange);
    return exchange;
  }

  return {
    exchanges,
    vote(target, order, idempotencyKey) {
      const { voter, serverId, key } = order;
      const body = JSON.stringify({ serverId, username: usernameOf(key.name, voter.name) });
      const headers = {
        'Content-Type': 'application/json',
        ...identify(order, target, { method: 'POST', path: '/vote', body }),
        ...(idempotencyKey === null ? {} : { 'Idempotency-Key': idempotencyKey }),
      };
      const outgoing = { url: `${target.url}/vote`, method: 'POST', headers, body, agent } as const;
      return record(order, { kind: 'vote', idempotencyKey }, () => send(outgoing));
    },
    check(target, order) {
      const path = `/vote/check?serverId=${order.serverId}&ip=${order.voter.address}`;
      const headers = identify(order, target, { method: 'GET', path, body: '' });
      const outgoing = { url: `${target.url}${path}`, method: 'GET', headers, body: '', agent } as const;
      return record(order, { kind: 'check', idempotencyKey: null }, () => send(outgoing));
    },
    close: () => agent.destroy(),
  };
}

/** The key, and who the visitor is. */
function identify(
  { voter, key }: Order,
  target: Target,
  request: { readonly method: string; readonly path: string; readonly body: string },
): Record<string, string> {
  const visitor = key.attests
    ? signRequest({ ...request, address: voter.address }, key.text, Date.now() + target.clockAheadMs())
    : { 'X-Forwarded-For': voter.address };
  return { 'X-API-KEY': key.text, ...visitor };
}
