import type { z } from 'zod';
import {
  getResourceBySlugEndpoint,
  getResourceEndpoint,
  listCategoriesEndpoint,
  listResourcesEndpoint,
} from './content.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { OriginHeader, SiteParams } from './site-parts.ts';

/** The content that cards show, for pages that embed them: without a key, limited for each visitor. */
export const listSiteResourcesEndpoint = forSites('listSiteResources', listResourcesEndpoint);
export const getSiteResourceEndpoint = forSites('getSiteResource', getResourceEndpoint);
export const getSiteResourceBySlugEndpoint = forSites('getSiteResourceBySlug', getResourceBySlugEndpoint);
export const listSiteCategoriesEndpoint = forSites('listSiteCategories', listCategoriesEndpoint);

/** The content operation as a site answers it: the same parameters and the same answer. */
function forSites<Shape extends z.core.$ZodLooseShape, Query extends z.ZodObject, Answer extends z.ZodType>(
  id: string,
  endpoint: Endpoint<z.ZodObject<Shape>, Query, z.ZodObject, Answer>,
) {
  const notFound = endpoint.errors.filter((code) => code.endsWith('_not_found'));
  return defineEndpoint({
    ...endpoint,
    id,
    path: `/sites/{site}${endpoint.path}`,
    key: 'none',
    tag: 'Sites',
    description: `${endpoint.description} For pages that embed cards: no key is needed.`,
    params: SiteParams.extend(endpoint.params.shape),
    headers: OriginHeader.extend(endpoint.headers.shape),
    answerHeaders: endpoint.answerHeaders.filter((name) => !name.includes('RateLimit')),
    errors: [
      'invalid_request',
      'origin_not_allowed',
      'site_not_found',
      ...notFound,
      'too_many_requests',
      'store_unavailable',
      'upstream_unavailable',
      'proxy_misconfigured',
    ],
  });
}
