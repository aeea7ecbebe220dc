import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, PAGES, test } from './demo-page.ts';
import { type Front, startFront } from './front.ts';
import { watchShifts } from './page-shifts.ts';

/** What of a page has not been sent, tag by tag, and what sends a part of it. */
interface Parts {
  readonly left: string[];
  send(part: string): void;
}

for (const width of [1280, 375]) {
  test.describe(`in a window ${width} px wide`, () => {
    // High enough for the whole of a page: what is below a window is not seen to move.
    test.use({ viewport: { width, height: 16_000 } });

    for (const path of [...PAGES, '/embed', '/embed?site={site}']) {
      test(`${path} that arrives tag by tag moves nothing that is shown`, async ({ page, product, site }) => {
        // It is painted after each tag.
        test.slow();
        const readShifts = await watchShifts(page);
        const parts: Parts = { left: [], send: () => undefined };
        const front = await startFrontInParts(product.address, parts);
        try {
          const opened = await page.goto(front.origin + path.replace('{site}', site), { waitUntil: 'commit' });
          expect(opened?.status()).toBe(200);
          expect(parts.left.length).toBeGreaterThan(20);
          // With the last one scripts start, which tests of what they do watch.
          while (parts.left.length > 1) {
            const part = parts.left.shift() ?? '';
            parts.send(part);
            expect(await readShifts(), `with ${part}`).toEqual([]);
          }
        } finally {
          await front.close();
        }
      });
    }
  });
}

async function startFrontInParts(service: string, parts: Parts): Promise<Front> {
  const front = await startFront({ 'if-none-match': '' }, async (answer, res) => {
    const { 'content-length': _, ...headers } = answer.headers;
    res.writeHead(answer.statusCode ?? 0, headers);
    if (!answer.headers['content-type']?.startsWith('text/html')) {
      answer.pipe(res);
      return;
    }
    const html = await text(answer);
    const start = html.indexOf('<body');
    parts.left.push(...html.slice(start).split(/(?=<)/));
    parts.send = (part) => res.write(part);
    res.write(html.slice(0, start));
    await once(res, 'close');
  });
  front.service = service;
  return front;
}
