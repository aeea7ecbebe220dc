import type { Snippet } from '../embed-snippet.ts';
import type { EmbedChoice } from './embed-choice.ts';
import { escapeHtml } from './layout.ts';

/** Pages of other people that previews stand on. */
const HOSTS = ['plain', 'dark', 'hostile'] as const;

/**
 * A page of somebody else with the element on it. Its vote element asks an address that tells how things stand and takes no
 * votes, and the page's policy allows no other.
 */
export function renderPreview(choice: EmbedChoice, snippet: Snippet | null, host: string | null): string {
  const kind = HOSTS.find((known) => known === host) ?? 'plain';
  const { script } = snippet ?? { script: null };
  const source =
    script === null ? '' : `<script type="module" src="${escapeHtml(new URL(script.url).pathname)}"></script>`;
  return `<!doctype html>
<html lang="en" class="${kind}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Preview</title>
<link rel="stylesheet" href="/docs/assets/preview.css">
<script type="module" src="/docs/assets/preview.js"></script>
${source}
</head>
<body>
<main>
<h1>Somebody's own words stand above it.</h1>
${snippet === null ? '' : renderElement(choice, snippet)}
</main>
</body>
</html>
`;
}

/** Path of the address that a preview asks. The state is part of it, so that both can be shown. */
export function previewPath(site: string, state: string): string {
  return `/embed/preview/${encodeURIComponent(site)}/${state}`;
}

function renderElement(choice: EmbedChoice, { tag, attributes }: Snippet): string {
  const written = attributes.map(([name, value]) => {
    // Cards vote for nothing, so that they may ask the site itself.
    if (name === 'site' && tag === 'server-vote') return ` endpoint="${previewPath(choice.site, choice.state)}"`;
    return value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
  });
  // Titles of cards stand below the heading of this page.
  const heading = tag === 'server-vote' ? '' : ' heading="2"';
  return `<${tag}${written.join('')}${heading}></${tag}>`;
}
