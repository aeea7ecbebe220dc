import type { PublicServer } from '../../contract/public-server.ts';
import { renderCodeBlock } from './code-block.ts';
import { type DemoSite, serverAt } from './demo.ts';
import { renderDemoPage, renderWidget } from './demo-layout.ts';
import { escapeHtml } from './layout.ts';

const RULES = `* { all: unset; transform: rotate(-7deg); border: 2px dashed #c00 }
body { font: italic 25px/1.9 fantasy; letter-spacing: 0.16em;
  text-transform: uppercase; text-align: right }
button, form, input, output { display: none !important }
b, span, h3 { background: #ffc9b8 !important }
svg, img { width: 150px !important; height: 70px !important }`;
const CURE = 'server-vote:defined { all: revert-layer }';

/** `/demo/hostile-css`: the element on a website whose sheet spoils everything that it can reach. */
export function renderHostileCssPage({ site, servers }: DemoSite): string {
  const [first, second, third] = [serverAt(servers, 0), serverAt(servers, 1), serverAt(servers, 2)];
  const widgets = [
    renderWidget(site, first, 'variant="card"'),
    renderWidget(site, second),
    renderWidget(site, third, 'variant="compact"'),
  ];
  return renderDemoPage({
    title: 'Hostile CSS',
    path: '/demo/hostile-css',
    head: '<link rel="stylesheet" href="/demo/assets/hostile.css">',
    main: `<section class="band">
<h1>A sheet that spoils everything</h1>
<p class="lead">Resets, huge letters, hidden buttons, tilted pictures: here is a website with all of that. On the left is a card of its own; on the right the element, which no rule of the page reaches inside.</p>
<div class="pair windows">
${renderWindow('A card of that website', renderPlainCard(first))}
${renderWindow('The element', widgets.map((widget) => `<div>${widget}</div>`).join('\n'))}
</div>
</section>
<section class="band pair" aria-label="The rules">
${renderCodeBlock({ id: 'rules', title: 'What the sheet does', code: RULES })}
${renderCodeBlock({ id: 'cure', title: 'What it takes to undo that for the box of the element', code: CURE })}
</section>`,
  });
}

function renderWindow(title: string, content: string): string {
  return `<figure class="window"><figcaption class="window-bar"><i></i><i></i><i></i><span>${title}</span></figcaption>
<div class="wild">${content}</div></figure>`;
}

/** What the element would be if it were markup of the page, open to every rule: its button is gone. */
function renderPlainCard({ name, description, image }: PublicServer): string {
  return `<p><img src="${escapeHtml(image)}" alt="" width="52" height="52"><br><b>${escapeHtml(name)}</b><br><span>${escapeHtml(description)}</span><br><button type="button">Vote</button></p>`;
}
