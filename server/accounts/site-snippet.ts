import { createVoteSnippet, writeSnippet } from '../embed-snippet.ts';
import type { ServerRecord } from '../store/directory-store.ts';

export interface SnippetParts {
  /** Origin of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly siteId: string;
  /** `null` leaves a placeholder to be replaced by hand. */
  readonly server: Pick<ServerRecord, 'slug' | 'name'> | null;
}

/** What the owner of the website pastes: one script and one element, whose child link works without script. */
export function createSiteSnippet({ publicUrl, siteId, server }: SnippetParts): string {
  const script = { url: `${publicUrl}/widget/v1/server-vote.js`, integrity: null, isModule: true };
  const place = { publicUrl, siteId, server: server ?? { slug: 'my-server', name: 'My Server' } };
  return writeSnippet(createVoteSnippet(script, place, { variant: 'button', size: 'medium', others: [] }), 'html').body;
}
