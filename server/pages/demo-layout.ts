import type { PublicServer } from '../../contract/public-server.ts';
import { hostedPageOf } from '../embed-snippet.ts';
import { CODE_BLOCK_FILES } from './code-block.ts';
import { escapeHtml, type Page, renderPage, renderPlace } from './layout.ts';

const PAGES: readonly [path: string, label: string][] = [
  ['/', 'Demo'],
  ['/demo/strict-csp', 'Strict CSP'],
  ['/demo/two-sites', 'Two sites'],
  ['/demo/hostile-css', 'Hostile CSS'],
  ['/demo/right-to-left', 'Right to left'],
];
const OWN_FILES = `${CODE_BLOCK_FILES}
<link rel="stylesheet" href="/demo/assets/demo.css">
<script type="module" src="/demo/assets/demo.js"></script>`;

interface DemoPage extends Page {
  /** The one file of elements that the page needs, as every website has it that embeds them. */
  readonly elements?: 'server-vote' | 'all';
}

/** A page of the demo: the script of the elements, the demo's own files, and the way to the other pages. */
export function renderDemoPage({ main, head = '', elements = 'server-vote', ...page }: DemoPage): string {
  const places = PAGES.map((place) => renderPlace(place, page.path)).join('');
  return renderPage({
    ...page,
    head: `${OWN_FILES}\n<script type="module" src="/widget/v1/${elements}.js"></script>${head}`,
    main: `<nav class="pages" aria-label="Demo pages" lang="en" dir="ltr"><div class="pages-in">${places}</div></nav>
<main class="demo">
${main}
</main>
<footer class="foot" lang="en" dir="ltr"><p>Demo mode, for this machine only. Servers, games and people are invented; the votes are yours.</p></footer>`,
  });
}

/** The element as a website has it, with the link inside that works without script. `attributes` is HTML. */
export function renderWidget(site: string, { slug, name }: PublicServer, attributes = ''): string {
  const href = hostedPageOf({ publicUrl: '', siteId: site, server: { slug, name } });
  const opening = `<server-vote site="${site}" server="${escapeHtml(slug)}"${attributes === '' ? '' : ` ${attributes}`}>`;
  return `${opening}<a href="${href}">Vote<span class="unseen"> for ${escapeHtml(name)}</span></a></server-vote>`;
}
