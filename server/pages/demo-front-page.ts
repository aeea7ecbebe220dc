import { createVoteSnippet, writeSnippet } from '../embed-snippet.ts';
import { renderCodeBlock } from './code-block.ts';
import { type Demo, serverAt } from './demo.ts';
import { renderDemoPage, renderWidget } from './demo-layout.ts';
import { renderColours, renderServerList, renderVariants } from './demo-showcase.ts';
import { escapeHtml } from './layout.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/** The demo at `/`: one large element, what it can look like, a list of servers, and what an owner pastes. */
export function renderFrontPage(demo: Demo): string {
  return renderDemoPage({
    title: 'Demo',
    path: '/',
    elements: 'all',
    description: 'Votes for game servers: one press, one vote for each network, and a countdown to the next.',
    main: [
      renderOpening(demo),
      renderPaste(demo),
      renderVariants(demo),
      renderColours(demo),
      renderServerList(demo),
      MORE_PAGES,
      renderResources(demo),
      renderDevelopers(demo),
    ].join('\n'),
  });
}

function renderOpening({ site, servers, cooldownMs }: Demo): string {
  const server = serverAt(servers, 0);
  return `<section class="opening" aria-labelledby="title">
<div class="opening-words">
<p class="pill">Demo</p>
<h1 id="title">A vote that counts once</h1>
<p class="lead">Your players press one button and see when they may vote again. You paste one snippet, and no key is ever in your page.</p>
</div>
<div class="stage">
<img class="stage-sky" src="${escapeHtml(server.image)}" alt="" width="640" height="640">
${renderWidget(site, server, 'variant="card" size="large"')}
</div>
<div class="opening-more">
<p class="doors"><a class="door door-first" href="#paste">Get the snippet</a><a class="door" href="#servers">See thirty at once</a></p>
<ul class="facts">
<li>One vote for each network and server every ${formatWait(cooldownMs)}</li>
<li>Counted by the service on this machine: press, reload, try a second browser</li>
<li>No cookie, no frame, 26 languages</li>
</ul>
</div>
</section>`;
}

function renderPaste({ site, servers, origin }: Demo): string {
  const script = { url: `${origin}/widget/v1/server-vote.js`, integrity: null, isModule: true };
  const place = { publicUrl: origin, siteId: site, server: serverAt(servers, 0) };
  const snippet = createVoteSnippet(script, place, { variant: 'card', size: 'medium', others: [] });
  return `<section class="band" aria-labelledby="paste">
<h2 id="paste" class="part">Paste this</h2>
<p class="lead">The script once, the element wherever a button belongs. The link inside is what visitors get where script is blocked; its picture keeps the place free. <a href="/embed?site=${site}">Choose another look</a> with a preview, also for React, Vue, Svelte and WordPress.</p>
${renderCodeBlock({ id: 'snippet', title: 'Into your page', code: writeSnippet(snippet, 'html').body })}
</section>`;
}

const MORE_PAGES = `<section class="band" aria-labelledby="pages">
<h2 id="pages" class="part">On pages that are not so kind</h2>
<ul class="ways four">
<li><a href="/demo/strict-csp">Strict CSP<span>Nothing inline, nothing from elsewhere, trusted types, and nothing refused</span></a></li>
<li><a href="/demo/two-sites">Two sites<span>Elements of two owners on one page, each with a service of its own</span></a></li>
<li><a href="/demo/hostile-css">Hostile CSS<span>A sheet that resets, hides and tilts everything it can reach</span></a></li>
<li><a href="/demo/right-to-left" lang="en">Right to left<span>Arabic and Hebrew, with words and lengths of their own</span></a></li>
</ul>
</section>`;

function renderResources({ site }: Demo): string {
  return `<section class="band needs-script" aria-labelledby="resources-title">
<h2 id="resources-title" class="part">Resources</h2>
<p class="lead">Mods, maps and packs of the same platform, from the read-only content interface: cards that you can embed as well, one by one or as a list.</p>
<resource-list site="${site}" limit="6"></resource-list>
</section>`;
}

function renderDevelopers({ servers, origin }: Demo): string {
  const { slug } = serverAt(servers, 0);
  const vote = `curl ${origin}/vote \\
  -H "X-API-KEY: $VOTE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"slug":"${slug}"}'`;
  const check = `curl "${origin}/vote/check?slug=${encodeURIComponent(slug)}&ip=203.0.113.7" \\
  -H "X-API-KEY: $VOTE_KEY"`;
  return `<section class="band" aria-labelledby="developers">
<h2 id="developers" class="part">For developers</h2>
<p class="lead">Two requests are the whole voting interface. The vote key was printed where this demo was started for the first time.</p>
<div class="pair">
${renderCodeBlock({ id: 'curl-vote', title: 'Cast a vote', code: vote })}
${renderCodeBlock({ id: 'curl-check', title: 'Ask whether an address may vote', code: check })}
</div>
<ul class="ways">
<li><a href="/docs">API reference<span>Every address, what it takes and what it answers</span></a></li>
<li><a href="/docs/problems">Problems<span>Every error code, what it means and how to right it</span></a></li>
<li><a href="/openapi.json">OpenAPI document<span>The same for machines, version 3.1</span></a></li>
</ul>
</section>`;
}

/** Whole hours where they are whole, else seconds: 12 hours. */
function formatWait(cooldownMs: number): string {
  const unit = cooldownMs % HOUR_MS === 0 ? 'hour' : 'second';
  const count = cooldownMs / (unit === 'hour' ? HOUR_MS : SECOND_MS);
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
