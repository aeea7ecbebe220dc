import { type Request, type RequestHandler, type Response, Router } from 'express';
import { PROBLEMS } from '../../contract/problems.ts';
import { Username } from '../../contract/vote.ts';
import { ApiError } from '../errors.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { createFaultAnswer } from '../http/fault-answer.ts';
import { retryAfterSeconds } from '../http/limit-headers.ts';
import { mountRoutes } from '../http/mount-routes.ts';
import { readForm } from '../http/read-form.ts';
import { requireReadablePath } from '../http/request-target.ts';
import { pageHeaders, pagePolicy } from '../pages/page-headers.ts';
import type { Soon } from '../soon.ts';
import type { SiteRecord } from '../store/directory-store.ts';
import type { SiteGateway } from './gateway.ts';
import { renderHostedFault } from './hosted-fault.ts';
import { addressOf, type HostedPage, type HostedPlace, imageAddress, renderHostedPage } from './hosted-page.ts';
import { isOriginAllowed } from './origin-rule.ts';
import type { VisitorLimits } from './visitor-limits.ts';

export interface HostedRouteOptions {
  readonly findSite: (id: string) => Soon<SiteRecord | null>;
  readonly gatewayOf: (site: SiteRecord) => SiteGateway;
  readonly clientIp: ClientIp;
  readonly limits: VisitorLimits;
  /** The service's own origin. */
  readonly publicUrl: string;
  /** How long a vote lasts. */
  readonly cooldownMs: number;
}

const PATH = '/s/{site}/{slug}';
/** Says after a redirect that the vote was this visitor's. It is believed only while there is something to wait for. */
const COUNTED = 'counted';

/** The page of a server: GET shows it, POST is its form, for visitors without script. */
export function createHostedRouter(options: HostedRouteOptions): Router {
  const show = handle(async (req, res) => {
    const site = await requireSite(options, String(req.params.site));
    const gateway = options.gatewayOf(site);
    const visitor = options.clientIp.voterOf(req);
    const found = await gateway.checkVote({ selector: { slug: String(req.params.slug) }, visitor });
    const { nextVoteAt, serverVotes } = found.eligibility;
    const isCounted = new URLSearchParams(req.url.split('?')[1]).get('vote') === COUNTED;
    sendPage(res, 200, {
      place: placeOf(options, site, req),
      server: found.server,
      votes: serverVotes,
      standing:
        nextVoteAt === null
          ? { is: 'open' }
          : { is: 'waiting', nextVoteAtMs: Date.parse(nextVoteAt), nowMs: found.nowMs, isCounted },
    });
  });
  const cast = handle((req, res) => castFromForm(options, req, res));
  const headers = pageHeaders();
  const router = mountRoutes(Router({ caseSensitive: true }), [
    [{ method: 'GET', path: PATH }, [...headers, options.limits.read, show]],
    [{ method: 'POST', path: PATH }, [...headers, options.limits.vote, cast]],
  ]);
  router.use('/s/:site/:slug', showFault);
  return router;
}

async function castFromForm(options: HostedRouteOptions, req: Request, res: Response): Promise<void> {
  const site = await requireSite(options, String(req.params.site));
  requireOwnOrigin(options, site, req);
  const username = (await readForm(req)).get('username') ?? '';
  const visitor = options.clientIp.voterOf(req);
  const gateway = options.gatewayOf(site);
  const selector = { slug: String(req.params.slug) };
  const name = site.askUsername ? Username.safeParse(username) : null;
  const place = placeOf(options, site, req);
  if (name?.success === false) {
    const { server, eligibility } = await gateway.checkVote({ selector, visitor });
    const fault = name.error.issues[0]?.message ?? 'is not valid';
    const standing = { is: 'bad_name', username, fault } as const;
    sendPage(res, 400, { place, server, votes: eligibility.serverVotes, standing });
    return;
  }
  const decision = await gateway.castVote({ selector, visitor, username: name?.data ?? null });
  if (decision.status !== 'rate_limited') {
    // A reload of what follows asks only, and votes no more.
    const result = decision.status === 'counted' ? `?vote=${COUNTED}` : '';
    const location = `${addressOf(site.id, decision.server.slug)}${result}`;
    res.writeHead(303, { Location: location, 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
    return;
  }
  const { server, eligibility } = await gateway.checkVote({ selector, visitor });
  const retryAfter = retryAfterSeconds(decision.window.resetMs);
  res.setHeader('Retry-After', retryAfter);
  const standing = { is: 'busy', username, retryAfter } as const;
  sendPage(res, 429, { place, server, votes: eligibility.serverVotes, standing });
}

async function requireSite(options: HostedRouteOptions, id: string): Promise<SiteRecord> {
  const site = await options.findSite(id);
  if (site === null) throw new ApiError('site_not_found');
  return site;
}

/**
 * A form counts only from this page. The service may also be reached by the host of one of the site's own origins, but a
 * form on another host has no business here, whatever it may do by script.
 */
function requireOwnOrigin({ publicUrl }: HostedRouteOptions, site: SiteRecord, req: Request): void {
  const from = { method: req.method, origin: req.get('origin'), fetchSite: req.get('sec-fetch-site') };
  const host = req.get('host')?.toLowerCase();
  const isOwn = (origin: string) =>
    origin === publicUrl || (site.origins.includes(origin) && new URL(origin).host === host);
  if (from.fetchSite === 'cross-site' || !isOriginAllowed(from, isOwn)) throw new ApiError('origin_not_allowed');
}

function placeOf({ publicUrl, cooldownMs }: HostedRouteOptions, site: SiteRecord, req: Request): HostedPlace {
  const [language = 'en'] = req.acceptsLanguages();
  return {
    siteId: site.id,
    askUsername: site.askUsername,
    publicUrl,
    cooldownMs,
    language: language === '*' ? 'en' : language,
  };
}

function handle(run: (req: Request, res: Response) => Promise<void>): RequestHandler {
  return (req, res, next) => {
    requireReadablePath(res.locals.state, PATH);
    run(req, res).catch(next);
  };
}

function sendPage(res: Response, status: number, page: HostedPage): void {
  const image = imageAddress(page.place.publicUrl, page.server.image);
  if (image !== null) res.setHeader('Content-Security-Policy', pagePolicy({ images: [new URL(image).origin] }));
  sendHtml(res, status, renderHostedPage(page));
}

/** Faults are told in words. */
const showFault = createFaultAnswer(({ code, retryAfterSeconds }, req, res) => {
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', retryAfterSeconds);
  const path = req.originalUrl.split('?', 1)[0] ?? '/';
  sendHtml(res, PROBLEMS[code].status, renderHostedFault(code, path, retryAfterSeconds));
  return true;
});

function sendHtml(res: Response, status: number, html: string): void {
  const bytes = Buffer.from(html);
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Request-Id': res.locals.state.requestId,
  });
  res.end(bytes);
}
