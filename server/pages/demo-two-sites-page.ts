import { type Demo, type DemoSite, serverAt } from './demo.ts';
import { renderDemoPage, renderWidget } from './demo-layout.ts';

/** `/demo/two-sites`: elements of two owners on one page. */
export function renderTwoSitesPage({ site, servers, neighbour }: Demo): string {
  return renderDemoPage({
    title: 'Two sites',
    path: '/demo/two-sites',
    main: `<section class="band">
<h1>Two sites on one page</h1>
<p class="lead">Elements of two owners, side by side: one script, one question for each site. A site that is busy or away leaves the other one alone, and neither can vote for the servers of the other.</p>
<div class="pair sites">
${renderSite('Tidepool Lists', 'site-first', { site, servers })}
${renderSite('Little Worlds', 'site-second', neighbour)}
</div>
</section>`,
  });
}

function renderSite(name: string, look: string, { site, servers }: DemoSite): string {
  return `<article class="site ${look}">
<h2 class="part">${name}</h2>
<p><code>site="${site}"</code></p>
${renderWidget(site, serverAt(servers, 0), 'variant="card" size="large"')}
${renderWidget(site, serverAt(servers, 1))}
</article>`;
}
