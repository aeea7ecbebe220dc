import type { Router } from 'express';
import { createSiteProxy as createProxy, type SiteProxyOptions } from './sites/create-site-proxy.ts';

export type SiteProxySettings = Omit<SiteProxyOptions, 'nowMs' | 'onFault'> &
  Partial<Pick<SiteProxyOptions, 'nowMs' | 'onFault'>>;

/**
 * The proxy that stands between the browsers of a website's visitors and the voting service, for the website's own Express
 * app: `app.use('/server-vote', createSiteProxy({ upstream, voteKey }))`. docs/embedding.md shows it in use.
 *
 * @throws TypeError that names the option that is wrong.
 */
export function createSiteProxy(settings: SiteProxySettings): Router {
  return createProxy({ nowMs: Date.now, onFault: (message) => console.warn(`server-vote: ${message}`), ...settings });
}
