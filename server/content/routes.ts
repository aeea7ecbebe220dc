import { type Request, type RequestHandler, Router } from 'express';
import type { z } from 'zod';
import {
  getBadgeEndpoint,
  getCategoryBySlugEndpoint,
  getCategoryEndpoint,
  getPostEndpoint,
  getResourceBySlugEndpoint,
  getResourceEndpoint,
  getTeamBySlugEndpoint,
  getTeamEndpoint,
  getUserEndpoint,
  listBadgesEndpoint,
  listCategoriesEndpoint,
  listPostsEndpoint,
  listResourcesEndpoint,
  listTeamsEndpoint,
} from '../../contract/content.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { withDirectRoutes } from '../http/direct-routes.ts';
import { mountRoutes, type Route } from '../http/mount-routes.ts';
import { readWish } from '../http/read-wish.ts';
import { type FinishedAnswer, serve } from '../http/serve.ts';
import { mapSoon, type Soon } from '../soon.ts';
import { getBadge, listBadges } from './badges.ts';
import { getPost, listPosts } from './blog.ts';
import { getCategory, getCategoryBySlug, listCategories } from './categories.ts';
import type { ContentAnswer, ContentAnswers } from './content-answers.ts';
import type { ContentQuery } from './content-query.ts';
import { getResource, getResourceBySlug, listResources } from './resources.ts';
import { getTeam, getTeamBySlug, listTeams } from './teams.ts';
import { getUser } from './users.ts';

export interface ContentRouteOptions {
  readonly answers: ContentAnswers;
  readonly requireKey: RequestHandler;
  /** The quota of a key. */
  readonly limit: RequestHandler;
}

/** The answer depends on the key only in that there is one, but no shared cache may give it to somebody without. */
const CACHE_HEADERS = ['Cache-Control', 'private, max-age=60', 'Vary', 'X-API-KEY, Origin, Accept-Encoding'] as const;

const OPERATIONS = [
  operation(listResourcesEndpoint, ({ query }) => listResources(query, query)),
  operation(getResourceEndpoint, ({ params }) => getResource(params.id)),
  operation(getResourceBySlugEndpoint, ({ params, query }) => getResourceBySlug(params.slug, query.gameSlug)),
  operation(listTeamsEndpoint, ({ query }) => listTeams(query)),
  operation(getTeamEndpoint, ({ params }) => getTeam(params.id)),
  operation(getTeamBySlugEndpoint, ({ params }) => getTeamBySlug(params.slug)),
  operation(getUserEndpoint, ({ params }) => getUser(params.username)),
  operation(listPostsEndpoint, () => listPosts()),
  operation(getPostEndpoint, ({ params }) => getPost(params.slug)),
  operation(listBadgesEndpoint, () => listBadges()),
  operation(getBadgeEndpoint, ({ params }) => getBadge(params.id)),
  operation(listCategoriesEndpoint, ({ query }) => listCategories(query.gameSlug)),
  operation(getCategoryEndpoint, ({ params }) => getCategory(params.id)),
  operation(getCategoryBySlugEndpoint, ({ params, query }) => getCategoryBySlug(params.slug, query.gameSlug)),
];

/** The content interface: /v1. */
export function createContentRouter({ answers, requireKey, limit }: ContentRouteOptions): RequestHandler {
  const routes = OPERATIONS.map(({ endpoint, serveWith }): Route => {
    const serveContent = serveWith((req, query) => mapSoon(answers.answer(query, readWish(req)), finish));
    return [endpoint, [requireKey, limit, serveContent]];
  });
  return withDirectRoutes(mountRoutes(Router({ caseSensitive: true }), routes), routes);
}

interface Finished {
  readonly finished: FinishedAnswer;
}
type Send = (req: Request, query: ContentQuery) => Soon<Finished>;

function finish({ status, headers, bytes }: ContentAnswer): Finished {
  return { finished: { status, headers: [...CACHE_HEADERS, ...headers], bytes } };
}

/** An endpoint, and the question that a request to it asks. */
function operation<Params extends z.ZodObject, Query extends z.ZodObject, Answer extends z.ZodType>(
  endpoint: Endpoint<Params, Query, z.ZodObject, Answer>,
  queryOf: (input: { readonly params: z.output<Params>; readonly query: z.output<Query> }) => ContentQuery,
) {
  return { endpoint, serveWith: (send: Send) => serve(endpoint, (call) => send(call.req, queryOf(call))) };
}
