import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Front, startFront } from './front.ts';
import type { PageServer } from './page-server.ts';

/** What our element is clicked beside: a button of plain script and a service that answers a constant. */
export interface BareButton {
  /** Its page, of the same website. */
  readonly url: string;
  close(): Promise<void>;
}

const VOTE = JSON.stringify({
  success: true,
  votes: 1,
  nextVoteAt: '2026-01-01T00:00:00.000Z',
  message: 'Thank you for voting.',
});

/** Puts the button on a page. Its requests travel as those of our element: to another origin, asking for leave, through a proxy. */
export async function startBareButton(pages: PageServer): Promise<BareButton> {
  const server = createServer((request, answer) => {
    const allowed = { 'access-control-allow-origin': pages.origin, 'access-control-allow-headers': 'content-type' };
    request.resume().once('end', () => {
      if (request.method === 'OPTIONS') answer.writeHead(204, allowed).end();
      else answer.writeHead(200, { ...allowed, 'content-type': 'application/json' }).end(VOTE);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('This machine gave no port.');
  const front = await startFront(`http://127.0.0.1:${address.port}`);
  return {
    url: pages.add({ path: '/bare-button', type: 'text/html', text: pageFor(front) }),
    async close() {
      await front.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function pageFor({ url }: Front): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A website</title><link rel="icon" href="data:,"></head><body><h1>A website</h1>
<button>Vote</button>
<script>
  const button = document.querySelector('button');
  // As our element has asked before, so that the way is open.
  globalThis.asked = fetch('${url}/vote/check').then((answer) => answer.json());
  globalThis.click = new Promise((resolve, reject) => {
    button.addEventListener('click', ({ timeStamp: clicked }) => {
      fetch('${url}/vote', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ slug: 'server-1' }) })
        .then((answer) => answer.json())
        .then(({ message }) => {
          const countedMs = performance.now() - clicked;
          button.textContent = message;
          requestAnimationFrame(() => setTimeout(() => resolve({ countedMs, shownMs: performance.now() - clicked })));
        })
        .catch(reject);
    });
  });
</script>
<p>The end.</p></body></html>`;
}
