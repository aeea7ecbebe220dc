import type { PublicServer } from '../../contract/public-server.ts';

/** A site, and the servers that its visitors vote for. */
export interface DemoSite {
  readonly site: string;
  readonly servers: readonly PublicServer[];
}

/** What the demo pages are about. */
export interface Demo extends DemoSite {
  /** A site of another owner, who has servers of their own. */
  readonly neighbour: DemoSite;
  /** How long one vote lasts, in milliseconds. */
  readonly cooldownMs: number;
  /** The service's own origin, as snippets name it. */
  readonly origin: string;
}

/** One of the servers, wherever the list begins again. @throws Error when there is none. */
export function serverAt(servers: readonly PublicServer[], index: number): PublicServer {
  const server = servers[index % servers.length];
  if (server === undefined) throw new Error('The demo account has no servers.');
  return server;
}
