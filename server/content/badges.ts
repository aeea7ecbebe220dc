import { collectionRules } from '../store/content-collections.ts';
import { type ContentQuery, recordById, wholeList } from './content-query.ts';

/** GET /v1/badges. */
export function listBadges(): ContentQuery {
  return wholeList('badges', collectionRules.badges.openList, 'badges');
}

/** GET /v1/badges/{id}. */
export function getBadge(id: string): ContentQuery {
  return recordById('badges', id, 'badge_not_found');
}
