import { getSiteBadgeEndpoint } from './badge.ts';
import { contentEndpoints } from './content.ts';
import type { Endpoint } from './endpoint.ts';
import { healthEndpoint, readinessEndpoint } from './operations.ts';
import {
  getSiteResourceBySlugEndpoint,
  getSiteResourceEndpoint,
  listSiteCategoriesEndpoint,
  listSiteResourcesEndpoint,
} from './site-content.ts';
import { castSiteVoteEndpoint, checkSiteVoteEndpoint, checkSiteVotesEndpoint } from './sites.ts';
import { castVoteEndpoint, checkVoteEndpoint, checkVotesEndpoint } from './vote.ts';

/** Every operation of the service, in the order of the reference. */
export const endpoints: readonly Endpoint[] = [
  castVoteEndpoint,
  checkVoteEndpoint,
  checkVotesEndpoint,
  castSiteVoteEndpoint,
  checkSiteVoteEndpoint,
  checkSiteVotesEndpoint,
  listSiteResourcesEndpoint,
  getSiteResourceEndpoint,
  getSiteResourceBySlugEndpoint,
  listSiteCategoriesEndpoint,
  getSiteBadgeEndpoint,
  ...contentEndpoints,
  healthEndpoint,
  readinessEndpoint,
];
