import type { PageQuery } from '../../contract/content-endpoint.ts';
import { mapSoon } from '../soon.ts';
import { collectionRules } from '../store/content-collections.ts';
import { type ContentQuery, keyOf, recordById, recordByName } from './content-query.ts';
import { linksOf, offsetOf } from './page.ts';

/** GET /v1/teams. */
export function listTeams(at: PageQuery): ContentQuery {
  const { page, limit } = at;
  const list = collectionRules.teams.openList;
  return {
    key: keyOf('teams', 'page', page, limit, list),
    notFound: null,
    read: (content) =>
      mapSoon(content.readPage('teams', list, { offset: offsetOf(at), limit }), ({ version, total, rows }) => {
        return { version, json: `{"teams":[${rows.join(',')}]}`, links: linksOf(at, total) };
      }),
  };
}

/** GET /v1/teams/{id}. */
export function getTeam(id: string): ContentQuery {
  return recordById('teams', id, 'team_not_found');
}

/** GET /v1/teams/slug/{slug}. */
export function getTeamBySlug(slug: string): ContentQuery {
  return recordByName('teams', { name: slug }, 'team_not_found');
}
