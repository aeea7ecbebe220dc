import type { PublicServer } from '../../contract/public-server.ts';
import type { ServerRecord } from '../store/directory-store.ts';

const known = new WeakMap<ServerRecord, PublicServer>();

/** What a visitor may know of a server: the same object for the same record. */
export function publicServerOf(record: ServerRecord): PublicServer {
  const before = known.get(record);
  if (before !== undefined) return before;
  const { id, slug, name, description, image } = record;
  const server = { id, slug, name, description, image };
  known.set(record, server);
  return server;
}
