import { collectionRules, listName } from '../store/content-collections.ts';
import { type ContentQuery, recordById, recordByName, wholeList } from './content-query.ts';

/** GET /v1/categories. */
export function listCategories(game: string | undefined): ContentQuery {
  return wholeList('categories', listName({ game }, collectionRules.categories.openList), 'categories');
}

/** GET /v1/categories/{id}. */
export function getCategory(id: string): ContentQuery {
  return recordById('categories', id, 'category_not_found');
}

/** GET /v1/categories/slug/{slug}. */
export function getCategoryBySlug(slug: string, game: string | undefined): ContentQuery {
  return recordByName('categories', { name: slug, game }, 'category_not_found');
}
