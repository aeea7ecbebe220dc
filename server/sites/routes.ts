import type { RequestHandler } from 'express';
import type { CreateAbuseLimit } from '../http/abuse-limit.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { inTurn } from '../http/in-turn.ts';
import { mapSoon } from '../soon.ts';
import type { DirectoryReader } from '../store/directory-reader.ts';
import type { SiteRecord } from '../store/directory-store.ts';
import type { ServedSite } from './gateway.ts';
import { createHostedRouter } from './hosted-routes.ts';
import { createLocalGateway, type LocalService } from './local-gateway.ts';
import { createListWriter } from './server-text.ts';
import { createSiteProxyRouter } from './site-proxy.ts';
import { createVisitorLimits } from './visitor-limits.ts';

export interface HostedSiteOptions extends LocalService {
  readonly directory: DirectoryReader;
  readonly clientIp: ClientIp;
  readonly abuseLimit: CreateAbuseLimit;
  /** The service's own origin, which belongs to every site. */
  readonly publicUrl: string;
}

/** The sites that this service hosts: what browsers talk to, and the pages that need no website. */
export function createSitesRouter(options: HostedSiteOptions): RequestHandler {
  const { clientIp, abuseLimit, publicUrl, directory } = options;
  const local = { ...options, writeList: createListWriter() };
  const limits = createVisitorLimits(abuseLimit, clientIp);
  // Made once for each record that the directory gives out, and gone with it.
  const served = new WeakMap<SiteRecord, ServedSite>();

  function serveSite(site: SiteRecord): ServedSite {
    const known = served.get(site);
    if (known !== undefined) return known;
    const origins = new Set([publicUrl, ...site.origins]);
    const made = { isOwnOrigin: (origin: string) => origins.has(origin), gateway: createLocalGateway(local, site) };
    served.set(site, made);
    return made;
  }

  return inTurn([
    createSiteProxyRouter({
      clientIp,
      abuseLimit,
      limits,
      findSite: (id) => mapSoon(directory.findSite(id), (site) => (site === null ? null : serveSite(site))),
    }),
    createHostedRouter({
      clientIp,
      limits,
      publicUrl,
      cooldownMs: options.rules.cooldownMs,
      findSite: (id) => directory.findSite(id),
      gatewayOf: (site) => createLocalGateway(local, site),
    }),
  ]);
}
