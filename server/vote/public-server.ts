import type { PublicServer } from '../../contract/public-server.ts';
import type { ServerRecord } from '../store/directory-store.ts';

/** What a visitor may know of a server. */
export function publicServerOf({ id, slug, name, description, image }: ServerRecord): PublicServer {
  return { id, slug, name, description, image };
}
