import { type Request, type RequestHandler, type Response, Router } from 'express';
import {
  castSiteVoteEndpoint,
  checkSiteVoteEndpoint,
  checkSiteVotesEndpoint,
  type SiteVoteResult,
} from '../../contract/sites.ts';
import { ApiError } from '../errors.ts';
import type { CreateAbuseLimit } from '../http/abuse-limit.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { allowOrigin, answerPreflight } from '../http/cors.ts';
import { limitHeaders, retryAfterSeconds } from '../http/limit-headers.ts';
import { mountRoutes } from '../http/mount-routes.ts';
import { type Reply, serve } from '../http/serve.ts';
import type { ServedSite, SiteGateway, VisitorDecision } from './gateway.ts';
import { isOriginAllowed } from './origin-rule.ts';

declare global {
  namespace Express {
    interface Locals {
      site?: ServedSite;
    }
  }
}

export interface SiteProxyRouterOptions {
  /** Finds a site by the id in the path; `null` when there is none. */
  readonly findSite: (id: string) => Promise<ServedSite | null>;
  readonly clientIp: ClientIp;
  readonly abuseLimit: CreateAbuseLimit;
}

const VOTES_A_MINUTE_PER_VISITOR = 30;
const READS_A_MINUTE_PER_VISITOR = 120;

/** What browsers talk to: /sites/{site}/vote and its checks. No key is asked for, and none is in any answer. */
export function createSiteProxyRouter(options: SiteProxyRouterOptions): Router {
  const { clientIp } = options;
  const visitorOf = (req: Request) => clientIp.labelOf(req);
  const voteLimit = options.abuseLimit(VOTES_A_MINUTE_PER_VISITOR, visitorOf);
  const readLimit = options.abuseLimit(READS_A_MINUTE_PER_VISITOR, visitorOf);

  const cast = serve(castSiteVoteEndpoint, async ({ body, req }) => {
    const visitor = clientIp.voterOf(req);
    return replyOf(await gatewayOf(req).castVote({ selector: body, visitor, username: body.username ?? null }));
  });

  const check = serve(checkSiteVoteEndpoint, async ({ query, req }) => {
    const found = await gatewayOf(req).checkVote({ selector: query, visitor: clientIp.voterOf(req) });
    const body = { ...found.eligibility, now: new Date(found.nowMs).toISOString(), server: found.server };
    return { body, headers: limitHeaders('votes', found.window, found.nowMs) };
  });

  const checks = serve(checkSiteVotesEndpoint, async ({ query, req }) => {
    const found = await gatewayOf(req).checkVotes({ requested: query.server, visitor: clientIp.voterOf(req) });
    const results = found.items.map((item) =>
      'refusal' in item
        ? { requested: item.requested, ...item.refusal }
        : { requested: item.requested, ...item.eligibility, server: item.server },
    );
    const body = { now: new Date(found.nowMs).toISOString(), results };
    return { body, headers: limitHeaders('votes', found.window, found.nowMs) };
  });

  const router = Router({ caseSensitive: true });
  router.use('/sites/:site', createSiteCheck(options.findSite));
  return mountRoutes(router, [
    [castSiteVoteEndpoint, [voteLimit, cast]],
    [checkSiteVoteEndpoint, [readLimit, check]],
    [checkSiteVotesEndpoint, [readLimit, checks]],
  ]);
}

/**
 * Finds the site and holds the request to its origins. Refusals can be read by the page that asked, so that the widget
 * can say what is wrong; they hold nothing that the page did not send.
 */
function createSiteCheck(findSite: SiteProxyRouterOptions['findSite']): RequestHandler<{ site: string }> {
  return (req, res, next) => {
    res.vary('Origin');
    const origin = req.get('origin');
    if (origin !== undefined && origin !== 'null') allowOrigin(res, origin);
    findSite(req.params.site)
      .then((site) => {
        if (req.method === 'OPTIONS') {
          preflight(req, res, site);
          return;
        }
        if (site === null) throw new ApiError('site_not_found');
        const from = { method: req.method, origin, fetchSite: req.get('sec-fetch-site') };
        if (!isOriginAllowed(from, (own) => site.isOwnOrigin(own, req.get('host'))))
          throw new ApiError('origin_not_allowed');
        res.locals.site = site;
        next();
      })
      .catch(next);
  };
}

function preflight(req: Request<{ site: string }>, res: Response, site: ServedSite | null): void {
  const origin = req.get('origin');
  if (site === null || origin === undefined || !site.isOwnOrigin(origin, req.get('host')))
    res.removeHeader('Access-Control-Allow-Origin');
  answerPreflight(res, 'GET, HEAD, POST');
}

function gatewayOf(req: Request): SiteGateway {
  const site = req.res?.locals.site;
  if (site) return site.gateway;
  throw new Error('This route has no site check before it.');
}

function replyOf(decision: VisitorDecision): Reply<SiteVoteResult> {
  const headers = limitHeaders('votes', decision.window, decision.nowMs);
  const now = new Date(decision.nowMs).toISOString();
  if (decision.status === 'rate_limited') {
    const retryAfter = retryAfterSeconds(decision.window.resetMs);
    const detail = `This site has spent its votes of this minute. Try again in ${retryAfter} s.`;
    return { problem: 'rate_limited', members: { detail, retryAfter, now }, headers };
  }
  const { result, server } = decision;
  if (decision.status === 'already_voted') {
    const members = { ...result, success: false as const, detail: result.message, now, server };
    return { problem: 'already_voted', members, headers };
  }
  return { body: { ...result, now, server }, headers: { ...headers, 'Vote-Id': decision.voteId } };
}
