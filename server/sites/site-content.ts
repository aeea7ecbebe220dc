import type { Request, RequestHandler } from 'express';
import {
  getSiteResourceBySlugEndpoint,
  getSiteResourceEndpoint,
  listSiteCategoriesEndpoint,
  listSiteResourcesEndpoint,
} from '../../contract/site-content.ts';
import type { Route } from '../http/mount-routes.ts';
import { readWish } from '../http/read-wish.ts';
import { type FinishedAnswer, serve } from '../http/serve.ts';
import { mapSoon, type Soon } from '../soon.ts';
import type { ContentQuestion } from './gateway.ts';
import { gatewayOf } from './site-check.ts';

/** The same for everybody who may see it at all, so that any cache on the way may keep it. */
const CACHE_HEADERS = ['Cache-Control', 'public, max-age=60', 'Vary', 'Origin, Accept-Encoding'] as const;

/** The content of cards: /sites/{site}/v1/... */
export function contentRoutes(limit: RequestHandler): readonly Route[] {
  return [
    [
      listSiteResourcesEndpoint,
      [
        limit,
        serve(listSiteResourcesEndpoint, ({ query, req }) => show(req, { of: 'resources', at: query, filter: query })),
      ],
    ],
    [
      getSiteResourceEndpoint,
      [limit, serve(getSiteResourceEndpoint, ({ params, req }) => show(req, { of: 'resource', id: params.id }))],
    ],
    [
      getSiteResourceBySlugEndpoint,
      [
        limit,
        serve(getSiteResourceBySlugEndpoint, ({ params: { slug }, query: { gameSlug }, req }) =>
          show(req, { of: 'resourceBySlug', slug, gameSlug }),
        ),
      ],
    ],
    [
      listSiteCategoriesEndpoint,
      [
        limit,
        serve(listSiteCategoriesEndpoint, ({ query: { gameSlug }, req }) => show(req, { of: 'categories', gameSlug })),
      ],
    ],
  ];
}

function show(req: Request, question: ContentQuestion): Soon<{ readonly finished: FinishedAnswer }> {
  return mapSoon(gatewayOf(req).getContent(question, readWish(req)), (answer) => ({
    finished: { ...answer, headers: [...CACHE_HEADERS, ...answer.headers] },
  }));
}
