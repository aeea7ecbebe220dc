import { hash } from 'node:crypto';
import { type Response, Router } from 'express';
import { BADGE_STYLES, type BadgeStyle, getSiteBadgeEndpoint } from '../../contract/badge.ts';
import { PROBLEMS, type ProblemCode } from '../../contract/problems.ts';
import { ApiError } from '../errors.ts';
import { isKnownTag } from '../etag.ts';
import type { CreateAbuseLimit } from '../http/abuse-limit.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { createFaultAnswer, type Fault } from '../http/fault-answer.ts';
import { mountRoutes } from '../http/mount-routes.ts';
import { serve } from '../http/serve.ts';
import { describeBadge } from './describe-badge.ts';
import { renderBadge } from './render-badge.ts';
import type { FindSite } from './site-check.ts';

export interface BadgeRouteOptions {
  readonly findSite: FindSite;
  readonly clientIp: ClientIp;
  readonly abuseLimit: CreateAbuseLimit;
}

/** Proxies of forums and of code hosts fetch for all of their readers. */
const READS_A_MINUTE = 600;
/** The same for everybody, on every page; while the service is away an old number is better than a hole. */
const CACHING = 'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400';
/** A picture that is opened on its own is a document, in which nothing may run. */
const PICTURE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'image/svg+xml; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};
const FAULTS: Partial<Record<ProblemCode, string>> = {
  site_not_found: 'not found',
  server_not_found: 'not found',
  invalid_request: 'not valid',
  too_many_requests: 'busy',
};

/** GET /sites/{site}/badge/{slug}.svg. What it shows is public, so that any page may show it. */
export function createBadgeRouter({ findSite, clientIp, abuseLimit }: BadgeRouteOptions): Router {
  const limit = abuseLimit(READS_A_MINUTE, (req) => clientIp.labelOf(req));
  const badge = serve(getSiteBadgeEndpoint, async ({ params, query, req }) => {
    const site = await findSite(params.site);
    if (site === null) throw new ApiError('site_not_found');
    const { server, votes } = await site.gateway.readVotes({ slug: params.slug }, () => clientIp.voterOf(req));
    const bytes = Buffer.from(renderBadge(describeBadge({ name: server.name, votes }, query)));
    const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
    const headers = ['ETag', etag, 'Cache-Control', CACHING, ...Object.entries(PICTURE_HEADERS).flat()];
    if (isKnownTag(req.get('if-none-match') ?? '', etag)) return { finished: { status: 304, headers, bytes: null } };
    return { finished: { status: 200, headers: [...headers, 'Content-Length', String(bytes.length)], bytes } };
  });
  const router = mountRoutes(Router({ caseSensitive: true }), [[getSiteBadgeEndpoint, [limit, badge]]]);
  router.use('/sites/:site/badge', showFault);
  return router;
}

/** Whoever asked for a picture would show a broken one in place of a problem document. */
const showFault = createFaultAnswer((fault, req, res) => {
  if (!/\bimage\//.test(req.get('accept') ?? '')) return false;
  const asked = new URLSearchParams(req.url.split('?')[1]).get('style');
  sendFault(res, fault, BADGE_STYLES.find((style) => style === asked) ?? 'flat');
  return true;
});

function sendFault(res: Response, { code, retryAfterSeconds }: Fault, style: BadgeStyle): void {
  const { status, title } = PROBLEMS[code];
  const message = FAULTS[code] ?? 'unavailable';
  const fault = { style, label: 'votes', message, title: `votes: ${title}`, isRightToLeft: false, isFault: true };
  const bytes = Buffer.from(renderBadge(fault));
  res.writeHead(status, {
    ...PICTURE_HEADERS,
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': res.locals.state.requestId,
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': retryAfterSeconds }),
  });
  res.end(bytes);
}
