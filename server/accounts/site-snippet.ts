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
  const slug = server?.slug ?? 'my-server';
  const name = server?.name.trim() ?? 'My Server';
  const page = `${publicUrl}/s/${siteId}/${encodeURIComponent(slug)}`;
  return [
    `<script type="module" src="${escapeHtml(`${publicUrl}/widget/v1/server-vote.js`)}"></script>`,
    `<server-vote site="${siteId}" server="${escapeHtml(slug)}"><a href="${escapeHtml(page)}">Vote for ${escapeHtml(name)}</a></server-vote>`,
  ].join('\n');
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
