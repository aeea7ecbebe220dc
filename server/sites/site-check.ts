import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors.ts';
import { allowOrigin, answerPreflight } from '../http/cors.ts';
import { requireReadablePath } from '../http/request-target.ts';
import { type Soon, withSoon } from '../soon.ts';
import type { ServedSite, SiteGateway } from './gateway.ts';
import { isOriginAllowed } from './origin-rule.ts';

declare global {
  namespace Express {
    interface Locals {
      site?: ServedSite;
    }
  }
}

/** Finds a site by its id; `null` when there is none. */
export type FindSite = (id: string) => Soon<ServedSite | null>;

/**
 * Finds the site and holds the request to its origins. Refusals can be read by the page that asked, so that the widget
 * can say what is wrong; they hold nothing that the page did not send.
 */
export function createSiteCheck(findSite: FindSite): RequestHandler {
  return (req, res, next) => {
    const origin = req.headers.origin;
    allowOrigin(res, origin ?? null);
    requireReadablePath(res.locals.state, '/sites/{site}');
    const check = (site: ServedSite | null) => {
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
    };
    withSoon(findSite(String(req.params.site)), check, next);
  };
}

function preflight(req: Request, res: Response, site: ServedSite | null): void {
  const origin = req.get('origin');
  if (site === null || origin === undefined || !site.isOwnOrigin(origin, req.get('host'))) allowOrigin(res, null);
  answerPreflight(res, 'GET, HEAD, POST');
}

/** The gateway of a request that passed the check. */
export function gatewayOf(req: Request): SiteGateway {
  const site = req.res?.locals.site;
  if (site) return site.gateway;
  throw new Error('This route has no site check before it.');
}
