import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, PAGES, test } from './demo-page.ts';
import { type Front, startFront } from './front.ts';
import { waitForFirstPaint } from './hold-back.ts';
import { watchShifts } from './page-shifts.ts';

/** A block or a link behind an element, on whose coming the place of what is before it could depend. */
const NEXT =
  /<\/(\w[\w-]*)>\s*(?=<(nav|main|footer|section|article|figure|div|a|ul|li|h2|p|form|fieldset|button|server-vote|resource-list)[ >])/g;

/** Those on the first screen, more or less: what is below it is not seen to move. */
const MOST_CUTS = 12;

interface Parts {
  /** How many characters of a page arrive first. */
  length: number;
  /** Sends the rest. */
  release: AbortController;
}

for (const path of [...PAGES, '/embed', '/embed?site={site}']) {
  test(`${path} that arrives in two parts moves nothing that is shown`, async ({ page, product, site }) => {
    // It opens the page a dozen times.
    test.slow();
    const html = await (await fetch(product.address + path.replace('{site}', site))).text();
    const cuts = findCuts(html).slice(0, MOST_CUTS);
    expect(cuts.length).toBeGreaterThan(1);
    const readShifts = await watchShifts(page);
    const parts: Parts = { length: 0, release: new AbortController() };
    const front = await startFrontInParts(product.address, parts);
    try {
      for (const cut of cuts) {
        Object.assign(parts, { length: cut, release: new AbortController() });
        await page.goto('about:blank');
        const [opened] = await Promise.all([
          page.goto(front.origin + path.replace('{site}', site)),
          waitForFirstPaint(page).finally(() => parts.release.abort()),
        ]);
        expect(opened?.status()).toBe(200);
        expect(await readShifts(), `before ${html.slice(cut, cut + 60)}`).toEqual([]);
      }
    } finally {
      await front.close();
    }
  });
}

/** @returns where the body can be cut: before the first two followers of each kind. */
function findCuts(html: string): number[] {
  const seen = new Map<string, number>();
  return [...html.matchAll(NEXT)].flatMap(({ index, 0: ending, 1: before, 2: next }) => {
    const kind = `${before} ${next}`;
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return index > html.indexOf('<body') && count <= 2 ? [index + ending.length] : [];
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
    res.write(html.slice(0, parts.length));
    if (!parts.release.signal.aborted) await once(parts.release.signal, 'abort');
    res.end(html.slice(parts.length));
  });
  front.service = service;
  return front;
}
