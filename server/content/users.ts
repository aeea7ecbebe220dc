import { type ContentQuery, recordByName } from './content-query.ts';

/** GET /v1/users/username/{username}. */
export function getUser(username: string): ContentQuery {
  return recordByName('users', { name: username }, 'user_not_found');
}
