import { randomUUID } from 'node:crypto';
import { SiteCheckedServers, SiteEligibility, SiteVoteResult } from '../../contract/sites.ts';
import type { IpAddress } from '../ip-address.ts';
import type { KeyWindow } from '../store/vote-store.ts';
import { signRequest } from '../vote/attested-address.ts';
import type { SiteGateway, VisitorCheck, VisitorDecision, VisitorListItem, VisitorVote } from './gateway.ts';
import { createRemoteContent } from './remote-content.ts';
import { writeWhich } from './server-text.ts';
import { askUpstream, problemIn, readAs, refusalOf, type Upstream, type UpstreamAnswer } from './upstream.ts';

export interface RemoteGatewayOptions extends Upstream {
  /** A vote key with attestation, and its hex SHA-256. */
  readonly voteKey: string;
  readonly voteKeyHash: string;
  /** A user key, for content; `null`: none is served. */
  readonly userKey: string | null;
  /** The clock that signatures are made by, in milliseconds since 1970. */
  readonly nowMs: () => number;
}

interface Question {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly visitor: IpAddress;
  readonly body?: string;
}

/**
 * The gateway of a website's own proxy: signed requests to the voting service. Only the known fields travel there and only
 * the known ones come back. A request that was lost on the way is sent once more, under one Idempotency-Key; a refusal never is.
 */
export function createRemoteGateway(options: RemoteGatewayOptions): SiteGateway {
  const ask = (question: Question) => askSigned(options, question);
  async function checkVote({ selector, visitor }: Pick<VisitorVote, 'selector' | 'visitor'>): Promise<VisitorCheck> {
    const query = new URLSearchParams({ ...selectorOf(selector), ip: addressOf(visitor) });
    const answer = await ask({ method: 'GET', url: `/vote/check?${query}`, visitor });
    if (answer.status !== 200) throw refusalOf(options, answer);
    const { now, server, ...eligibility } = readAs(options, SiteEligibility, answer);
    return { eligibility, server, nowMs: Date.parse(now), window: windowIn(answer.headers) };
  }
  return {
    checkVote,
    async castVote({ selector, visitor, username }) {
      const body = JSON.stringify({ ...selectorOf(selector), ...(username === null ? {} : { username }) });
      return decisionOf(options, await ask({ method: 'POST', url: '/vote', visitor, body }));
    },
    async checkVotes({ requested, visitor }) {
      const query = new URLSearchParams({ ip: addressOf(visitor) });
      for (const name of requested) query.append('server', name);
      const answer = await ask({ method: 'GET', url: `/vote/checks?${query}`, visitor });
      if (answer.status !== 200) throw refusalOf(options, answer);
      const { now, results } = readAs(options, SiteCheckedServers, answer);
      return { items: results.map(listItemOf), nowMs: Date.parse(now), window: windowIn(answer.headers) };
    },
    async readVotes(selector, visitorOf) {
      const { eligibility, server } = await checkVote({ selector, visitor: visitorOf() });
      return { server, votes: eligibility.serverVotes };
    },
    getContent: createRemoteContent(options),
  };
}

function askSigned(options: RemoteGatewayOptions, { method, url, visitor, body }: Question): Promise<UpstreamAnswer> {
  const clientIp = addressOf(visitor);
  const signed = { method, url, clientIp, body: Buffer.from(body ?? '') };
  const headers = {
    'X-API-KEY': options.voteKey,
    'X-Vote-Client-IP': clientIp,
    'X-Vote-Signature': signRequest(signed, options.voteKeyHash, Math.floor(options.nowMs() / 1000)),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
  };
  return askUpstream(options, url, { method, headers, ...(body === undefined ? {} : { body }) });
}

function decisionOf(options: RemoteGatewayOptions, answer: UpstreamAnswer): VisitorDecision {
  const problem = answer.status === 429 ? problemIn(answer) : undefined;
  const window = windowIn(answer.headers);
  if (problem?.code === 'rate_limited') {
    const nowMs = problem.now === undefined ? options.nowMs() : Date.parse(problem.now);
    return { status: 'rate_limited', nowMs, window: { ...window, resetMs: (problem.retryAfter ?? 1) * 1000 } };
  }
  const isRefusal = problem?.code === 'already_voted';
  if (answer.status !== 200 && !isRefusal) throw refusalOf(options, answer);
  const { now, server, ...result } = readAs(options, SiteVoteResult, answer);
  const decided = { result, server, nowMs: Date.parse(now), window };
  if (isRefusal) return { ...decided, status: 'already_voted' };
  return { ...decided, status: 'counted', voteId: answer.headers.get('vote-id') ?? '' };
}

function listItemOf(result: SiteCheckedServers['results'][number]): VisitorListItem {
  if ('code' in result) {
    const { requested, ...refusal } = result;
    return { requested, refusal };
  }
  const { requested, server, ...eligibility } = result;
  return { eligibility, which: writeWhich(requested, server) };
}

function windowIn(headers: Headers): KeyWindow {
  const seconds = /;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  return {
    limit: Number(headers.get('x-ratelimit-limit') ?? 0),
    remaining: Number(headers.get('x-ratelimit-remaining') ?? 0),
    resetMs: Number(seconds ?? 0) * 1000,
  };
}

/** The address that is told: of an IPv6 visitor only the prefix that is one voter. */
function addressOf(visitor: IpAddress): string {
  return visitor.voter.replace(/\/\d+$/, '');
}

function selectorOf({ serverId, slug, name }: VisitorVote['selector']): Record<string, string> {
  return {
    ...(serverId == null ? {} : { serverId }),
    ...(slug == null ? {} : { slug }),
    ...(name == null ? {} : { name }),
  };
}
