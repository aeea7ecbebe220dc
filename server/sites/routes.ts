import type { RequestHandler } from 'express';
import type { CreateAbuseLimit } from '../http/abuse-limit.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { inTurn } from '../http/in-turn.ts';
import type { DirectoryReader } from '../store/directory-reader.ts';
import { createHostedRouter } from './hosted-routes.ts';
import { createLocalGateway, type LocalService } from './local-gateway.ts';
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
  const limits = createVisitorLimits(abuseLimit, clientIp);
  return inTurn([
    createSiteProxyRouter({
      clientIp,
      abuseLimit,
      limits,
      async findSite(id) {
        const site = await directory.findSite(id);
        if (site === null) return null;
        const gateway = createLocalGateway(options, site);
        const origins = new Set([publicUrl, ...site.origins]);
        return { isOwnOrigin: (origin) => origins.has(origin), gateway };
      },
    }),
    createHostedRouter({
      clientIp,
      limits,
      publicUrl,
      cooldownMs: options.rules.cooldownMs,
      findSite: (id) => directory.findSite(id),
      gatewayOf: (site) => createLocalGateway(options, site),
    }),
  ]);
}
