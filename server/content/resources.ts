import type { PageQuery } from '../../contract/content-endpoint.ts';
import { mapSoon } from '../soon.ts';
import { collectionRules, listName } from '../store/content-collections.ts';
import { type ContentQuery, keyOf, recordById, recordByName } from './content-query.ts';
import { linksOf, offsetOf, totalPagesOf } from './page.ts';

export interface ResourceFilter {
  readonly gameSlug?: string | undefined;
  readonly categorySlug?: string | undefined;
}

/** GET /v1/resources. */
export function listResources(at: PageQuery, { gameSlug, categorySlug }: ResourceFilter): ContentQuery {
  const { page, limit } = at;
  const list = listName({ game: gameSlug, category: categorySlug }, collectionRules.resources.openList);
  const filter = {
    ...(gameSlug === undefined ? {} : { gameSlug }),
    ...(categorySlug === undefined ? {} : { categorySlug }),
  };
  return {
    key: keyOf('resources', 'page', page, limit, list),
    notFound: null,
    read: (content) =>
      mapSoon(content.readPage('resources', list, { offset: offsetOf(at), limit }), ({ version, total, rows }) => {
        const counts = `"total":${total},"page":${page},"limit":${limit},"totalPages":${totalPagesOf(total, limit)}`;
        return { version, json: `{"resources":[${rows.join(',')}],${counts}}`, links: linksOf(at, total, filter) };
      }),
  };
}

/** GET /v1/resources/{id}. */
export function getResource(id: string): ContentQuery {
  return recordById('resources', id, 'resource_not_found');
}

/** GET /v1/resources/slug/{slug}. */
export function getResourceBySlug(slug: string, game: string | undefined): ContentQuery {
  return recordByName('resources', { name: slug, game }, 'resource_not_found');
}
