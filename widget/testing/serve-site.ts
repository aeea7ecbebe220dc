import { refuse, type ServedRefusal, takeNetwork } from './take-network.ts';

/** What the service would say of one server. */
export interface ServedServer {
  votes: number;
  /** Milliseconds from now; 0 when the visitor may vote. */
  waitMs: number;
}

/** A site's voting routes for tests of the element: counts what it is asked, and can be told to refuse. */
export interface ServedSite {
  /** To be given to the element. */
  readonly endpoint: string;
  /** Method and path of each request. */
  readonly requests: string[];
  readonly servers: Map<string, ServedServer>;
  /** Answers the next requests with these, in order. */
  readonly refusals: ServedRefusal[];
  /** From a vote to the next one, in milliseconds. */
  waitMs: number;
  stop(): void;
}

let sites = 0;

/** Takes the place of the network for one endpoint. */
export function serveSite(): ServedSite {
  sites += 1;
  const endpoint = `/site-${sites}`;
  const stop = takeNetwork(endpoint, (url, init) => {
    site.requests.push(`${init.method ?? 'GET'} ${url.pathname.slice(endpoint.length)}`);
    const refusal = site.refusals.shift();
    if (refusal) return refuse(refusal);
    return init.method === 'POST' ? castVote(site, String(init.body)) : checkVotes(site, url.searchParams);
  });
  const site: ServedSite = { endpoint, requests: [], servers: new Map(), refusals: [], waitMs: 43_200_000, stop };
  return site;
}

function checkVotes({ servers }: ServedSite, query: URLSearchParams): Response {
  const results = query.getAll('server').map((requested) => {
    const { votes, waitMs } = servers.get(requested) ?? { votes: 1284, waitMs: 0 };
    const nextVoteAt = waitMs > 0 ? new Date(Date.now() + waitMs).toISOString() : null;
    return { requested, canVote: waitMs === 0, nextVoteAt, serverVotes: votes, server: describe(requested) };
  });
  return Response.json({ now: new Date().toISOString(), results });
}

function castVote({ servers, waitMs }: ServedSite, body: string): Response {
  const { slug } = JSON.parse(body);
  const votes = (servers.get(slug)?.votes ?? 1284) + 1;
  servers.set(slug, { votes, waitMs });
  const now = Date.now();
  const nextVoteAt = new Date(now + waitMs).toISOString();
  const result = { success: true, votes, nextVoteAt, message: 'Counted.' };
  return Response.json({ ...result, now: new Date(now).toISOString(), server: describe(slug) });
}

function describe(slug: string) {
  return { id: `id-of-${slug}`, slug, name: 'Aurora Skyblock', description: 'Survival islands', image: '' };
}
