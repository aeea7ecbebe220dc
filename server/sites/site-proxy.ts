import { type RequestHandler, Router } from 'express';
import {
  castSiteVoteEndpoint,
  checkSiteVoteEndpoint,
  checkSiteVotesEndpoint,
  type SiteVoteResult,
} from '../../contract/sites.ts';
import type { CreateAbuseLimit } from '../http/abuse-limit.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { withDirectRoutes } from '../http/direct-routes.ts';
import { limitHeaders, retryAfterSeconds } from '../http/limit-headers.ts';
import { mountRoutes, type Route } from '../http/mount-routes.ts';
import { type Reply, serve } from '../http/serve.ts';
import { createTimeWriter } from '../write-time.ts';
import { createBadgeRouter } from './badge-routes.ts';
import type { VisitorDecision } from './gateway.ts';
import { jsonOfList } from './list-json.ts';
import { createSiteCheck, type FindSite, gatewayOf } from './site-check.ts';
import { contentRoutes } from './site-content.ts';
import type { VisitorLimits } from './visitor-limits.ts';

export interface SiteProxyRouterOptions {
  /** Finds a site by the id in the path; `null` when there is none. */
  readonly findSite: FindSite;
  readonly clientIp: ClientIp;
  readonly abuseLimit: CreateAbuseLimit;
  readonly limits: VisitorLimits;
}

/** What browsers talk to: /sites/{site}/vote, its checks, and what cards show. No key is asked for, and none is in any answer. */
export function createSiteProxyRouter(options: SiteProxyRouterOptions): RequestHandler {
  const { clientIp, limits } = options;
  const writeNow = createTimeWriter();

  const cast = serve(castSiteVoteEndpoint, async ({ body, req }) => {
    const visitor = clientIp.voterOf(req);
    const decision = await gatewayOf(req).castVote({ selector: body, visitor, username: body.username ?? null });
    return replyOf(decision, writeNow(decision.nowMs));
  });

  const check = serve(checkSiteVoteEndpoint, async ({ query, req }) => {
    const found = await gatewayOf(req).checkVote({ selector: query, visitor: clientIp.voterOf(req) });
    const body = { now: writeNow(found.nowMs), server: found.server, ...found.eligibility };
    return { body, headers: limitHeaders('votes', found.window, found.nowMs) };
  });

  const checks = serve(checkSiteVotesEndpoint, async ({ query, req }) => {
    const found = await gatewayOf(req).checkVotes({ requested: query.server, visitor: clientIp.voterOf(req) });
    return {
      json: jsonOfList(writeNow(found.nowMs), found.items),
      headers: limitHeaders('votes', found.window, found.nowMs),
    };
  });

  const router = Router({ caseSensitive: true });
  // Before the check of origins: pictures may be shown anywhere.
  router.use(createBadgeRouter(options));
  const siteCheck = createSiteCheck(options.findSite);
  router.use('/sites/:site', siteCheck);
  const routes: Route[] = [
    [castSiteVoteEndpoint, [limits.vote, cast]],
    [checkSiteVoteEndpoint, [limits.read, check]],
    [checkSiteVotesEndpoint, [limits.read, checks]],
    ...contentRoutes(limits.read),
  ];
  return withDirectRoutes(
    mountRoutes(router, routes),
    routes.map(([endpoint, handlers]) => [endpoint, [siteCheck, ...handlers]]),
  );
}

function replyOf(decision: VisitorDecision, now: string): Reply<SiteVoteResult> {
  const headers = limitHeaders('votes', decision.window, decision.nowMs);
  if (decision.status === 'rate_limited') {
    const retryAfter = retryAfterSeconds(decision.window.resetMs);
    const detail = `This site has spent its votes of this minute. Try again in ${retryAfter} s.`;
    return { problem: 'rate_limited', members: { detail, retryAfter, now }, headers };
  }
  const { result, server } = decision;
  if (decision.status === 'already_voted') {
    const members = { detail: result.message, now, server, ...result, success: false as const };
    return { problem: 'already_voted', members, headers };
  }
  return { body: { now, server, ...result }, headers: ['Vote-Id', decision.voteId, ...headers] };
}
