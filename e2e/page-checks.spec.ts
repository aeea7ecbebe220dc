import { expect, type Page, test } from '@playwright/test';
import { waitForFirstPaint } from './hold-back.ts';
import { findPageFaults } from './page-checks.ts';
import { watchShifts } from './page-shifts.ts';

/** A page that has nothing wrong with it, or one thing. */
function page(body: string, head = '<title>Page</title>', attributes = 'lang="en"'): string {
  return `<!doctype html><html ${attributes}><meta name="viewport" content="width=device-width">${head}<main><h1>Page</h1>${body}</main></html>`;
}

async function faultsOf(page: Page, html: string, least = 24): Promise<string> {
  await page.setContent(html);
  return (await findPageFaults(page, least)).join('\n');
}

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const SMALL = '<button style="height:18px;width:18px;padding:0">+</button>';
const INSIDE = (html: string) => `<div><template shadowrootmode="open">${html}</template></div>`;

test('a sound page has no fault', async ({ page: tab }) => {
  const body = `<p>Words.</p><button style="min-height:44px">Vote</button><img src="${PIXEL}" alt="" width="9" height="9">`;
  expect(await faultsOf(tab, page(body), 44)).toBe('');
});

for (const [fault, html, told] of [
  ['a document without a language', page('', undefined, ''), 'the document has no language'],
  ['a page that scrolls to the side', page('<p style="width:4000px">wide</p>'), /the page is 4\d+ px wide/],
  ['a picture without a size', page(`<img src="${PIXEL}" alt="">`), 'no size: data:'],
  ['a picture inside of an element without a size', page(INSIDE(`<img src="${PIXEL}" alt="">`)), 'no size: data:'],
  ['a picture that is not there', page('<img src="data:,x" alt="" width="9" height="9">'), 'broken: data:'],
  ['a small target', page('<button style="height:20px;padding:0">Vote</button>'), /\d+ x 20: <button/],
  [
    'a small target inside of an element',
    page(INSIDE('<button style="height:20px">Vote</button>')),
    /\d+ x 20: <button/,
  ],
  ['faint text', page('<p style="color:#999">Hardly seen</p>'), '2.85: Hardly seen'],
  ['what axe finds by default', page('<img src="data:,x" width="9" height="9">'), 'image-alt: '],
  ['what axe finds by rules that are off by default', page(SMALL + SMALL), 'target-size: '],
] as const) {
  test(`${fault} is found`, async ({ page: tab }) => {
    expect(await faultsOf(tab, html)).toMatch(told);
  });
}

test('a target may reach further than it shows', async ({ page: tab }) => {
  const reach =
    '<style>button{position:relative;height:36px}button::after{content:"";position:absolute;inset:-6px 0}</style>';
  expect(await faultsOf(tab, page(`${reach}<button>Vote</button>`), 44)).toBe('');
});

test('what moves by itself is counted', async ({ page: tab }) => {
  const readShifts = await watchShifts(tab, 0.001);
  await tab.route('http://page.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: page('<i style="display:block;height:1px"></i><p>Words below it.</p>'),
    }),
  );
  await tab.goto('http://page.test/');
  // What changes before anything is shown moves nothing.
  await waitForFirstPaint(tab);
  await tab.locator('i').evaluate((space) => space.style.setProperty('height', '200px'));
  await expect.poll(readShifts).toEqual([expect.stringMatching(/P "Words below it.": \d+ \d+ \d+ \d+ → /)]);
});
