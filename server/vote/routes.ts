import { type Request, type RequestHandler, Router } from 'express';
import type { VoteResult } from '../../contract/vote.ts';
import { castVoteEndpoint, checkVoteEndpoint, checkVotesEndpoint } from '../../contract/vote.ts';
import { ApiError } from '../errors.ts';
import type { CreateAbuseLimit } from '../http/abuse-limit.ts';
import { type Principal, principalIn } from '../http/api-key.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { limitHeaders, retryAfterSeconds } from '../http/limit-headers.ts';
import { mountRoutes } from '../http/mount-routes.ts';
import type { ProblemMembers } from '../http/problem-response.ts';
import type { RequestState } from '../http/request-state.ts';
import { type Reply, serve } from '../http/serve.ts';
import { type IpAddress, readIpAddress } from '../ip-address.ts';
import type { Via } from '../store/vote-store.ts';
import { checkSignature } from './attested-address.ts';
import { castVote, type VoteDecision, type VoteRules } from './cast-vote.ts';
import { checkVote, checkVotes } from './check-vote.ts';

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

const VOTES_A_MINUTE_PER_KEY = 300;
const CHECKS_A_MINUTE_PER_KEY = 600;
const VOTES_A_MINUTE_PER_VISITOR = 30;

/** The voting interface: /vote, /vote/check, /vote/checks. */
export function createVoteRouter(options: VoteRouteOptions): Router {
  const { rules, requireKey } = options;
  const readLimit = options.abuseLimit(CHECKS_A_MINUTE_PER_KEY, keyIdOf);

  const cast = serve(castVoteEndpoint, async ({ body, req, state }) => {
    const principal = principalIn(req);
    const { address, via } = votingAddress(options, { req, state, principal });
    const decision = await castVote(rules, {
      ballot: principal,
      selector: body,
      address,
      username: body.username ?? null,
      idempotencyKey: req.get('idempotency-key') ?? null,
      via,
    });
    options.onDecision(decision.status, via);
    const headers = limitHeaders('votes', decision.window, decision.nowMs);
    if (decision.status !== 'counted') return { ...refusalOf(decision), headers };
    return {
      body: decision.result,
      headers: {
        ...headers,
        'Vote-Id': decision.voteId,
        ...(decision.replayed ? { 'Idempotency-Replayed': 'true' } : {}),
      },
    } satisfies Reply<VoteResult>;
  });

  const check = serve(checkVoteEndpoint, async ({ query, req }) => {
    const address = addressIn(query.ip, options.ipv6Prefix);
    const found = await checkVote(rules, principalIn(req), { selector: query, address });
    return { body: found.eligibility, headers: limitHeaders('votes', found.window, found.nowMs) };
  });

  const checks = serve(checkVotesEndpoint, async ({ query, req }) => {
    const address = addressIn(query.ip, options.ipv6Prefix);
    const found = await checkVotes(rules, principalIn(req), { requested: query.server, address });
    const results = found.answers.map((answer) =>
      'refusal' in answer
        ? { requested: answer.requested, ...answer.refusal }
        : { requested: answer.requested, ...answer.eligibility },
    );
    return { body: { results }, headers: limitHeaders('votes', found.window, found.nowMs) };
  });

  return mountRoutes(Router({ caseSensitive: true }), [
    [castVoteEndpoint, [requireKey, createVoteLimit(options.abuseLimit), cast]],
    [checkVoteEndpoint, [requireKey, readLimit, check]],
    [checkVotesEndpoint, [requireKey, readLimit, checks]],
  ]);
}

/** Attested visitors are limited one by one, so that a busy site is not; everybody else by key. */
function createVoteLimit(abuseLimit: CreateAbuseLimit): RequestHandler {
  const perKey = abuseLimit(VOTES_A_MINUTE_PER_KEY, keyIdOf);
  const perVisitor = abuseLimit(
    VOTES_A_MINUTE_PER_VISITOR,
    (req) => `${keyIdOf(req)} ${req.get('x-vote-client-ip') ?? ''}`,
  );
  return (req, res, next) => {
    const attested = req.get('x-vote-signature') !== undefined && principalIn(req).attest;
    return attested ? perVisitor(req, res, next) : perKey(req, res, next);
  };
}

/**
 * The answer to a vote that was not counted. A refusal for an earlier vote carries the whole vote result and no
 * Retry-After: a client that sleeps on that header would hold every other voter for hours.
 */
function refusalOf(decision: Exclude<VoteDecision, { status: 'counted' }>): {
  readonly problem: 'already_voted' | 'rate_limited';
  readonly members: ProblemMembers;
} {
  if (decision.status === 'rate_limited') {
    const seconds = retryAfterSeconds(decision.window.resetMs);
    const detail = `This key has spent its ${decision.window.limit} votes of this minute. Try again in ${seconds} s.`;
    return { problem: 'rate_limited', members: { detail, retryAfter: seconds } };
  }
  const { votes, nextVoteAt, message } = decision.result;
  return { problem: 'already_voted', members: { detail: message, success: false, votes, nextVoteAt, message } };
}

function keyIdOf(req: Request): string {
  return principalIn(req).keyId;
}

/** The voter: the signed address of a key with attestation, else the client itself. Unsigned addresses are not looked at. */
function votingAddress(
  options: VoteRouteOptions,
  call: { readonly req: Request; readonly state: RequestState; readonly principal: Principal },
): { readonly address: IpAddress; readonly via: Via } {
  const signature = call.req.get('x-vote-signature');
  if (signature === undefined) return { address: options.clientIp.voterOf(call.req), via: 'direct' };
  if (!call.principal.attest) throw new ApiError('attestation_not_granted');
  const clientIp = call.req.get('x-vote-client-ip') ?? '';
  const signed = {
    method: call.req.method,
    url: call.req.originalUrl,
    clientIp,
    body: call.state.rawBody ?? new Uint8Array(),
  };
  checkSignature(signed, signature, { keyHash: call.principal.keyHash, nowMs: options.nowMs() });
  return { address: addressIn(clientIp, options.ipv6Prefix, 'X-Vote-Client-IP'), via: 'attested' };
}

function addressIn(text: string, ipv6Prefix: number, parameter = 'ip'): IpAddress {
  const address = readIpAddress(text, ipv6Prefix);
  if (address !== null) return address;
  throw new ApiError('invalid_ip', {
    errors: [
      { parameter, detail: 'must be one plain IPv4 or IPv6 address, without port, zone, range or leading zeros' },
    ],
  });
}
