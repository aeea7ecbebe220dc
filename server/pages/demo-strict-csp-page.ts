import { renderCodeBlock } from './code-block.ts';
import { type DemoSite, serverAt } from './demo.ts';
import { renderDemoPage, renderWidget } from './demo-layout.ts';

const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
];
const LOOKS = ['variant="card"', '', 'ask-username', 'variant="compact"'];

/** The policy that `/demo/strict-csp` is sent with. */
export const STRICT_POLICY = DIRECTIVES.join('; ');

/** `/demo/strict-csp`: the elements under the strictest policy that browsers know, and a count of what it refused. */
export function renderStrictCspPage({ site, servers }: DemoSite): string {
  const widgets = LOOKS.map((attributes, index) => renderWidget(site, serverAt(servers, index), attributes));
  return renderDemoPage({
    title: 'Strict CSP',
    path: '/demo/strict-csp',
    main: `<section class="band">
<h1>A strict policy, and nothing refused</h1>
<p class="lead">This page came with the header below: no inline style, no inline script, nothing from elsewhere, and trusted types. Vote, wait, go offline; the element needs nothing more in any state.</p>
<div class="row-of">${widgets.join('\n')}</div>
<p class="tally needs-script"><span>Refused on this page so far: <output id="refused">0</output></span><button type="button" id="offend" class="plain">Break the policy on purpose</button></p>
</section>
<section class="band" aria-labelledby="header">
<h2 id="header" class="part">The header</h2>
${renderCodeBlock({ id: 'policy', title: 'Content-Security-Policy', code: DIRECTIVES.join(';\n') })}
</section>`,
  });
}
