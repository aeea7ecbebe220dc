import { collectionRules } from '../store/content-collections.ts';
import { type ContentQuery, recordByName, wholeList } from './content-query.ts';

/** GET /v1/blog: published posts only. */
export function listPosts(): ContentQuery {
  return wholeList('blog', collectionRules.blog.openList, 'posts');
}

/** GET /v1/blog/{slug}: a post that is not published is hidden in the store, and so not found. */
export function getPost(slug: string): ContentQuery {
  return recordByName('blog', { name: slug }, 'post_not_found');
}
