import type { LoadTenant, WorkloadName } from './orders.ts';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** What is sent in a run, and what has to come back. */
export interface Workload {
  next(): LoadRequest;
  readonly statuses: readonly number[];
  isRight(body: string): boolean;
}

/** The origin that every site of the bench has. */
export const SITE_ORIGIN = 'https://play.example.com';
/** First address of the voters; three quarters of a thousand million follow before the next reserved range. */
const FIRST_ADDRESS = 20 * 2 ** 24;
/** A repeat comes so many votes after the first one, which is answered by then. */
const REPEAT_AFTER = 500;
/** Of ten votes of the mix. */
const FRESH_OF_TEN = 7;

/**
 * Makes the requests of one run, over all tenants and servers in turn.
 *
 * @param count gives another number at each call, over all runs, so that no voter comes twice.
 */
export function createWorkload(name: WorkloadName, tenants: readonly LoadTenant[], count: () => number): Workload {
  const fresh = { statuses: [200], isRight: (body: string) => body.startsWith('{"success":true,') };
  switch (name) {
    case 'fresh votes':
      return { ...fresh, next: votesOf(tenants, count) };
    case 'votes, 70/30':
      return {
        statuses: [200, 429],
        isRight: (body) => body.includes('"success":'),
        next: withRepeats(votesOf(tenants, count)),
      };
    case 'checks':
      return {
        statuses: [200],
        isRight: (body) => body.startsWith('{"canVote":true,'),
        next: checksOf(tenants, count),
      };
    case 'votes by a site':
      return { ...fresh, next: siteVotesOf(tenants, count) };
    case 'checks by a site':
      return {
        statuses: [200],
        isRight: (body) => body.includes('"results":[{"canVote":') && !body.includes('"status":'),
        next: siteChecksOf(tenants, count),
      };
  }
}

function votesOf(tenants: readonly LoadTenant[], count: () => number): () => LoadRequest {
  const prepared = tenants.map(({ key, serverIds }) => ({
    headers: { 'Content-Type': 'application/json', 'X-API-KEY': key },
    bodies: serverIds.map((serverId) => JSON.stringify({ serverId })),
  }));
  return () => {
    const number = count();
    const { headers, bodies } = pick(prepared, number);
    const body = pick(bodies, Math.floor(number / prepared.length));
    return { method: 'POST', path: '/vote', headers: { ...headers, ...visitor(number) }, body };
  };
}

/** Three of ten are votes that were sent before, by the same voter for the same server. */
function withRepeats(next: () => LoadRequest): () => LoadRequest {
  const sent: LoadRequest[] = [];
  let made = 0;
  return () => {
    made += 1;
    const earlier = made % 10 < FRESH_OF_TEN ? undefined : sent.at(-REPEAT_AFTER);
    if (earlier !== undefined) return earlier;
    const request = next();
    sent.push(request);
    return request;
  };
}

function checksOf(tenants: readonly LoadTenant[], count: () => number): () => LoadRequest {
  return () => {
    const number = count();
    const { key, serverIds } = pick(tenants, number);
    const path = `/vote/check?serverId=${pick(serverIds, number)}&ip=${addressOf(number)}`;
    return { method: 'GET', path, headers: { 'X-API-KEY': key, ...visitor(number) } };
  };
}

function siteVotesOf(tenants: readonly LoadTenant[], count: () => number): () => LoadRequest {
  return () => {
    const number = count();
    const { siteId, serverIds } = pick(tenants, number);
    const headers = { 'Content-Type': 'application/json', Origin: SITE_ORIGIN, ...visitor(number) };
    const body = JSON.stringify({ serverId: pick(serverIds, number) });
    return { method: 'POST', path: `/sites/${siteId}/vote`, headers, body };
  };
}

/** All servers of a tenant at once, as the list on a page asks for them. */
function siteChecksOf(tenants: readonly LoadTenant[], count: () => number): () => LoadRequest {
  const paths = tenants.map(
    ({ siteId, serverIds }) => `/sites/${siteId}/vote/checks?${serverIds.map((id) => `server=${id}`).join('&')}`,
  );
  return () => {
    const number = count();
    return { method: 'GET', path: pick(paths, number), headers: { Origin: SITE_ORIGIN, ...visitor(number) } };
  };
}

function visitor(number: number): { readonly 'X-Forwarded-For': string } {
  return { 'X-Forwarded-For': addressOf(number) };
}

function addressOf(number: number): string {
  return [24, 16, 8, 0].map((shift) => ((FIRST_ADDRESS + number) >>> shift) & 255).join('.');
}

function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is nothing to ask for.');
  return item;
}
