import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../bench/processes/wait-until.ts';
import {
  type BuiltLoggedVote,
  type BuiltStores,
  openBuiltStores,
  type StoreOptions,
} from '../../bench/product/built-product.ts';
import type { Order } from '../clients/clients.ts';
import { idempotencyKeyOf, orderOf, type VisitParts } from '../clients/visits.ts';
import { readUsername, voterOf } from '../clients/voters.ts';
import { type Audit, ballotOf, type Exchange, isUnknown, type LoggedVote } from '../history/history.ts';
import type { Tenant } from './create-tenants.ts';

/** Of those who do not know, one in so many is left in the dark, so that unknown votes are counted by the checks as well. */
const LEFT_IN_THE_DARK = 2;
const LANES = 10;
const LOG_PAGE = 5_000;
const CALM_MS = 30_000;
const TRIES = 20;
const TRY_PAUSE_MS = 250;
/** Somebody who never votes. */
const STRANGER = 2 ** 24;

/** Waits until every process counts votes again, then lets most of those who do not know ask again. */
export async function settle(parts: VisitParts, visitors: number): Promise<void> {
  for (const { url } of parts.targets) {
    await waitUntil(async () => (await fetch(`${url}/readyz`)).ok, { what: url, deadlineMs: CALM_MS });
  }
  const last = new Map<string, Exchange>();
  for (const exchange of parts.clients.exchanges) last.set(ballotOf(exchange), exchange);
  await inLanes(visitors, async (number) => {
    const order = orderOf(parts, number);
    const known = last.get(ballotOf({ voter: order.voter.name, serverId: order.serverId }));
    if (known === undefined || !isUnknown(known) || number % LEFT_IN_THE_DARK === 0) return;
    const again = () => parts.clients.vote(targetOf(parts), order, idempotencyKeyOf(order));
    await untilAnswered(again, (exchange) => !isUnknown(exchange));
  });
}

/** Asks the product about every voter and every server, and reads its log. Nobody may vote meanwhile. */
export async function audit(parts: VisitParts, place: StoreOptions, visitors: number): Promise<Audit> {
  const counts = new Map<string, number>();
  const locks = new Map<string, string>();

  async function ask(order: Order): Promise<void> {
    const { key: _, ...rest } = order;
    const asked = { ...rest, key: order.tenant.busyKey };
    const answer = await untilAnswered(
      () => parts.clients.check(targetOf(parts), asked),
      ({ status }) => status === 200,
    );
    if (answer.nextVoteAt !== null) locks.set(ballotOf(answer), answer.nextVoteAt);
    if (answer.serverVotes !== null) counts.set(answer.serverId, answer.serverVotes);
  }

  await inLanes(visitors, (number) => ask(orderOf(parts, number)));
  for (const tenant of parts.tenants) {
    for (const { id } of tenant.servers) {
      await ask({ voter: voterOf(STRANGER), tenant, serverId: id, key: tenant.busyKey });
    }
  }
  return { counts, locks, log: await readLogs(parts.tenants, place) };
}

async function readLogs(tenants: readonly Tenant[], place: StoreOptions): Promise<LoggedVote[]> {
  const stores = await openBuiltStores(place);
  const votes: LoggedVote[] = [];
  try {
    for (const { accountId, servers } of tenants) {
      const ids = new Map(servers.map(({ id, num }) => [num, id]));
      for (let after: string | null = null; ; ) {
        const page = await readPage(stores, accountId, after);
        for (const { voteId, serverNum, timeMs, username } of page) {
          votes.push({ voteId, serverId: ids.get(serverNum) ?? '', timeMs, ...readUsername(username) });
        }
        after = page.at(-1)?.voteId ?? null;
        if (page.length < LOG_PAGE) break;
      }
    }
    return votes;
  } finally {
    await stores.close();
  }
}

/** A page of a log is long, and a busy machine may need more time for it than a command has. */
async function readPage({ votes }: BuiltStores, accountId: string, after: string | null): Promise<BuiltLoggedVote[]> {
  let page: BuiltLoggedVote[] = [];
  const isRead = async () => {
    page = await votes.readLog(accountId, after, LOG_PAGE);
    return true;
  };
  await waitUntil(isRead, { what: `The log of ${accountId}`, deadlineMs: CALM_MS });
  return page;
}

async function untilAnswered(
  ask: () => Promise<Exchange>,
  isAnswer: (exchange: Exchange) => boolean,
): Promise<Exchange> {
  for (let count = 1; ; count += 1) {
    const exchange = await ask();
    if (isAnswer(exchange)) return exchange;
    if (count === TRIES)
      throw new Error(
        `When all was over, ${ballotOf(exchange)} was still answered ${exchange.status ?? exchange.fault}.`,
      );
    await delay(TRY_PAUSE_MS);
  }
}

async function inLanes(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  async function run(): Promise<void> {
    while (next < count) await work(next++);
  }
  await Promise.all(Array.from({ length: LANES }, run));
}

function targetOf({ targets }: VisitParts) {
  const [target] = targets;
  if (target === undefined) throw new Error('There is nobody to ask.');
  return target;
}
