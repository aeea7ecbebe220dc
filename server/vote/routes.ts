import { type Request, type RequestHandler, Router } from 'express';
import { castVoteEndpoint, checkVoteEndpoint, checkVotesEndpoint } from '../../contract/vote.ts';
import type { CreateAbuseLimit } from '../http/abuse-limit.ts';
import { principalIn } from '../http/api-key.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { withDirectRoutes } from '../http/direct-routes.ts';
import { limitHeaders, retryAfterSeconds } from '../http/limit-headers.ts';
import { mountRoutes, type Route } from '../http/mount-routes.ts';
import type { ProblemMembers } from '../http/problem-response.ts';
import { serve } from '../http/serve.ts';
import { type IpAddress, readIpAddress } from '../ip-address.ts';
import type { ServerRecord } from '../store/directory-store.ts';
import type { Via } from '../store/vote-store.ts';
import { readAttestedAddress } from './attested-address.ts';
import { castVote, type VoteDecision, type VoteRules } from './cast-vote.ts';
import { checkVote, checkVotes } from './check-vote.ts';
import { publicServerOf } from './public-server.ts';
import { requireAddress } from './require-address.ts';

export interface VoteRouteOptions {
  readonly rules: VoteRules;
  readonly clientIp: ClientIp;
  readonly ipv6Prefix: number;
  readonly nowMs: () => number;
  readonly requireKey: RequestHandler;
  readonly abuseLimit: CreateAbuseLimit;
  /** Counts what became of each attempt. */
  readonly onDecision: (status: string, via: Via) => void;
}

const VOTES_A_MINUTE = { perKey: 300, perVisitor: 30 };
const READS_A_MINUTE = { perKey: 600, perVisitor: 120 };

/** The voting interface: /vote, /vote/check, /vote/checks. */
export function createVoteRouter(options: VoteRouteOptions): RequestHandler {
  const { requireKey } = options;
  const readLimit = createLimit(options, READS_A_MINUTE);
  const routes: Route[] = [
    [castVoteEndpoint, [requireKey, createLimit(options, VOTES_A_MINUTE), serveCast(options)]],
    [checkVoteEndpoint, [requireKey, readLimit, serveCheck(options)]],
    [checkVotesEndpoint, [requireKey, readLimit, serveChecks(options)]],
  ];
  return withDirectRoutes(mountRoutes(Router({ caseSensitive: true }), routes), routes);
}

function serveCast(options: VoteRouteOptions): RequestHandler {
  return serve(castVoteEndpoint, async ({ body, req }) => {
    const visitor = attestedVisitor(options, req);
    const via = visitor === null ? 'direct' : 'attested';
    const decision = await castVote(options.rules, {
      ballot: principalIn(req),
      selector: body,
      address: visitor ?? options.clientIp.voterOf(req),
      username: body.username ?? null,
      idempotencyKey: req.get('idempotency-key') ?? null,
      via,
    });
    options.onDecision(decision.status, via);
    const headers = limitHeaders('votes', decision.window, decision.nowMs);
    if (decision.status !== 'counted') {
      return { headers, ...refusalOf(decision, visitor === null ? {} : forVisitor(decision)) };
    }
    headers.push('Vote-Id', decision.voteId);
    if (decision.replayed) headers.push('Idempotency-Replayed', 'true');
    return { body: visitor === null ? decision.result : { ...decision.result, ...forVisitor(decision) }, headers };
  });
}

function serveCheck(options: VoteRouteOptions): RequestHandler {
  return serve(checkVoteEndpoint, async ({ query, req }) => {
    const visitor = attestedVisitor(options, req);
    const address = visitor ?? requireAddress(query.ip, options.ipv6Prefix, 'ip');
    const found = await checkVote(options.rules, principalIn(req), { selector: query, address });
    const body = visitor === null ? found.eligibility : { ...forVisitor(found), ...found.eligibility };
    return { body, headers: limitHeaders('votes', found.window, found.nowMs) };
  });
}

function serveChecks(options: VoteRouteOptions): RequestHandler {
  return serve(checkVotesEndpoint, async ({ query, req }) => {
    const visitor = attestedVisitor(options, req);
    const address = visitor ?? requireAddress(query.ip, options.ipv6Prefix, 'ip');
    const found = await checkVotes(options.rules, principalIn(req), { requested: query.server, address });
    const results = found.answers.map((answer) => {
      const { requested } = answer;
      if ('refusal' in answer) return { requested, ...answer.refusal };
      const server = visitor === null ? {} : { server: publicServerOf(answer.server) };
      return { requested, ...answer.eligibility, ...server };
    });
    const now = visitor === null ? {} : { now: new Date(found.nowMs).toISOString() };
    return { body: { ...now, results }, headers: limitHeaders('votes', found.window, found.nowMs) };
  });
}

/** Attested visitors are limited one by one, so that a busy site is not; everybody else by key. */
function createLimit(
  { abuseLimit, ipv6Prefix }: VoteRouteOptions,
  perMinute: { readonly perKey: number; readonly perVisitor: number },
): RequestHandler {
  const perKey = abuseLimit(perMinute.perKey, keyIdOf);
  const visitorIn = (req: Request) => readIpAddress(req.get('x-vote-client-ip') ?? '', ipv6Prefix)?.voter;
  const perVisitor = abuseLimit(perMinute.perVisitor, (req) => `${keyIdOf(req)} ${visitorIn(req)}`);
  return (req, res, next) => {
    const attests = signatureIn(req) !== undefined && principalIn(req).attest;
    return attests && visitorIn(req) !== undefined ? perVisitor(req, res, next) : perKey(req, res, next);
  };
}

function keyIdOf(req: Request): string {
  return principalIn(req).keyId;
}

function signatureIn(req: Request): string | undefined {
  return req.get('x-vote-signature');
}

/** `null` where nothing is signed: an unsigned address is not looked at. */
function attestedVisitor({ nowMs, ipv6Prefix }: VoteRouteOptions, req: Request): IpAddress | null {
  const signature = signatureIn(req);
  if (signature === undefined) return null;
  const { method, originalUrl: url } = req;
  const body = req.res?.locals.state.rawBody ?? new Uint8Array();
  const clientIp = req.get('x-vote-client-ip');
  const { keyHash, attest } = principalIn(req);
  return readAttestedAddress(
    { method, url, body, signature, clientIp },
    { keyHash, attest, nowMs: nowMs(), ipv6Prefix },
  );
}

function forVisitor({ nowMs, server }: { readonly nowMs: number; readonly server: ServerRecord }) {
  return { now: new Date(nowMs).toISOString(), server: publicServerOf(server) };
}

/**
 * The answer to a vote that was not counted. A refusal for an earlier vote carries the whole vote result and no
 * Retry-After: a client that sleeps on that header would hold every other voter for hours.
 */
function refusalOf(
  decision: Exclude<VoteDecision, { status: 'counted' }>,
  beside: ProblemMembers,
): { readonly problem: 'already_voted' | 'rate_limited'; readonly members: ProblemMembers } {
  if (decision.status === 'rate_limited') {
    const seconds = retryAfterSeconds(decision.window.resetMs);
    const detail = `This key has spent its ${decision.window.limit} votes of this minute. Try again in ${seconds} s.`;
    return { problem: 'rate_limited', members: { detail, retryAfter: seconds, ...beside } };
  }
  const { votes, nextVoteAt, message } = decision.result;
  const members = { detail: message, success: false as const, votes, nextVoteAt, message, ...beside };
  return { problem: 'already_voted', members };
}
