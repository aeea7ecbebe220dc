import { renderPage } from './layout.ts';

/** What a visitor of the bare address finds on a service without a demo. */
export function renderHomePage(): string {
  return renderPage({
    title: 'Votes for game servers',
    path: '/',
    main: `<main class="column">
<h1>A voting service for game servers</h1>
<p class="lead">Websites cast and check votes here, one for each network and server in twelve hours.
There is nothing to vote for on this page: follow the link on the website that sent you.</p>
<ul class="ways">
<li><a href="/embed">Put it on your website<span>The vote button and cards, ready to paste, with a live preview</span></a></li>
<li><a href="/docs">API reference<span>Every address, what it takes and what it answers</span></a></li>
<li><a href="/docs/problems">Problems<span>Every error code, what it means and how to right it</span></a></li>
<li><a href="/openapi.json">OpenAPI document<span>The same for machines, version 3.1</span></a></li>
</ul>
</main>`,
  });
}
