import type { Router } from 'express';
import type { CreateAbuseLimit } from '../http/abuse-limit.ts';
import type { ClientIp } from '../http/client-ip.ts';
import type { DirectoryReader } from '../store/directory-reader.ts';
import { createLocalGateway, type LocalService } from './local-gateway.ts';
import { createSiteProxyRouter } from './site-proxy.ts';

export interface HostedSiteOptions extends LocalService {
  readonly directory: DirectoryReader;
  readonly clientIp: ClientIp;
  readonly abuseLimit: CreateAbuseLimit;
  /** The service's own origin, which belongs to every site. */
  readonly publicUrl: string;
}

/** The sites that this service hosts. */
export function createSitesRouter(options: HostedSiteOptions): Router {
  return createSiteProxyRouter({
    clientIp: options.clientIp,
    abuseLimit: options.abuseLimit,
    async findSite(id) {
      const site = await options.directory.findSite(id);
      if (site === null) return null;
      const gateway = createLocalGateway(options, site);
      const origins = new Set([options.publicUrl, ...site.origins]);
      return { isOwnOrigin: (origin) => origins.has(origin), gateway };
    },
  });
}
