import type { PublicServer } from '../../contract/public-server.ts';
import { type DemoSite, serverAt } from './demo.ts';
import { renderWidget } from './demo-layout.ts';
import { escapeHtml } from './layout.ts';

const VARIANTS = ['button', 'card', 'compact'];
const SIZES = ['medium', 'large'];

interface Panel {
  readonly name: string;
  /** Class that gives the panel its looks. */
  readonly look: string;
  /** What it takes, as an owner writes it. */
  readonly code: readonly string[];
  readonly attributes: string;
}

const PANELS: readonly Panel[] = [
  { name: 'Light', look: 'panel-light', code: ['theme="light"'], attributes: 'theme="light"' },
  { name: 'Dark', look: 'panel-dark', code: ['theme="dark"'], attributes: 'theme="dark"' },
  {
    name: 'Orchard',
    look: 'panel-orchard',
    code: ['--server-vote-accent: #2b7a3d;', '--server-vote-radius: 2em'],
    attributes: '',
  },
  {
    name: 'Neon',
    look: 'panel-neon',
    code: ['--server-vote-accent: #ff4f9a;', '--server-vote-radius: 0px'],
    attributes: '',
  },
];

/** Each variant in both sizes. The two of a row are one server, so that a vote shows in both. */
export function renderVariants({ site, servers }: DemoSite): string {
  const tiles = VARIANTS.flatMap((variant, index) =>
    SIZES.map((size) => {
      const attributes = `variant="${variant}" size="${size}"`;
      return `<figure class="tile"><figcaption><code>${attributes}</code></figcaption><div class="tile-in">${renderWidget(site, serverAt(servers, index + 1), attributes)}</div></figure>`;
    }),
  );
  return `<section class="band" aria-labelledby="variants">
<h2 id="variants" class="part">Three variants, two sizes</h2>
<p class="lead">Each keeps its size in every state and language. The two of a row are one server: a vote for it shows in both.</p>
<div class="tiles">
${tiles.join('\n')}
</div>
</section>`;
}

/** The same element in other colours. */
export function renderColours({ site, servers }: DemoSite): string {
  const panels = PANELS.map(
    ({ name, look, code, attributes }, index) =>
      `<figure class="panel ${look}"><figcaption><b>${name}</b>${code.map((line) => `<code>${escapeHtml(line)}</code>`).join(' ')}</figcaption>${renderWidget(site, serverAt(servers, index + 4), `variant="card" ${attributes}`.trim())}</figure>`,
  );
  return `<section class="band" aria-labelledby="colours">
<h2 id="colours" class="part">In your colours</h2>
<p class="lead">Light and dark follow the page. An accent alone is enough: everything else is mixed from it, and stays readable.</p>
<div class="panels">
${panels.join('\n')}
</div>
</section>`;
}

/** The list of all servers, as a website of servers has it. */
export function renderServerList({ site, servers }: DemoSite): string {
  return `<section class="band" aria-labelledby="servers">
<h2 id="servers" class="part">A list of ${servers.length} servers</h2>
<p class="lead">All elements of this page share one script, one timer, and one question to the service.</p>
<ol class="servers">
${servers.map((server) => renderRow(site, server)).join('\n')}
</ol>
</section>`;
}

function renderRow(site: string, server: PublicServer): string {
  const { name, description, image } = server;
  return `<li class="server"><img src="${escapeHtml(image)}" alt="" width="56" height="56" loading="lazy"><h3 dir="auto">${escapeHtml(name)}</h3><p dir="auto">${escapeHtml(description)}</p>${renderWidget(site, server, 'variant="compact" size="large"')}</li>`;
}
