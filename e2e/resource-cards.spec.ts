import type { Page } from '@playwright/test';
import { findFaintText } from './contrast.ts';
import { holdBack } from './hold-back.ts';
import { findPageFaults } from './page-checks.ts';
import { CARD, expectShown, findOverflow, heightsOf, LIST, PAGE_SHEET, RESOURCES_SCRIPT } from './resource-page.ts';
import { countRequests, expect, POLICY, test } from './widget-page.ts';

const SHEET = '<link rel="stylesheet" href="/page.css">';
const HEAD = `${SHEET}${RESOURCES_SCRIPT}`;
const FACES = `<h1>Resources</h1>${CARD.replace('site=', 'heading="2" site=')}${CARD.replace('lantern-weather', 'no-such')}${CARD.replace('site="{site}"', 'endpoint="/faults/error"')}${CARD.replace('site="{site}"', '')}${CARD.replace('site="{site}"', 'endpoint="/faults/loading"')}${LIST}<resource-list site="{site}" game="no-such" loading="eager"></resource-list>`;

test.beforeEach(async ({ page }) => {
  await page.route('**/page.css', (route) => route.fulfill({ contentType: 'text/css', body: PAGE_SHEET }));
  await page.route('**/faults/error/**', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.route('**/faults/loading/**', () => undefined);
});

async function expectFaces(page: Page): Promise<void> {
  for (const [index, state] of ['ready', 'missing', 'error', 'misconfigured', 'loading'].entries())
    await expect(page.locator('resource-card').nth(index)).toHaveJSProperty('state', state);
  for (const [index, state] of ['ready', 'empty'].entries())
    await expect(page.locator('resource-list').nth(index)).toHaveJSProperty('state', state);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in a ${colorScheme} page`, () => {
    test.use({ colorScheme, viewport: { width: 1100, height: 1400 } });

    test('every face is sound, and none offends a strict policy', async ({ openHost, page, troubles }, info) => {
      await openHost({ head: HEAD, body: `<main>${FACES}</main>` });
      await expectFaces(page);
      expect(await findOverflow(page)).toEqual([]);
      expect(await heightsOf(page.locator('resource-card'))).toEqual([379]);
      await page.screenshot({ path: info.outputPath(`faces-${colorScheme}.png`), fullPage: true });
      expect(await findPageFaults(page, 44)).toEqual([]);
      expect(troubles).toEqual([]);
    });
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every text stands out on a ${colorScheme} system, whatever the page and the card say`, async ({
    openHost,
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const cards = ['auto', 'light', 'dark'].map((theme) =>
      [CARD, CARD.replace('lantern-weather', 'no-such')].join('').replaceAll('site=', `theme="${theme}" site=`),
    );
    await openHost({ head: HEAD, body: cards.join('') });
    await expectShown(page);
    for (const scheme of ['normal', 'light dark', 'dark']) {
      await page.evaluate((value) => document.documentElement.style.setProperty('color-scheme', value), scheme);
      expect(await findFaintText(page), scheme).toEqual([]);
    }
  });
}

test('nothing moves while cards and lists load, however slow the service is', async ({ openHost, page }) => {
  await page.addInitScript(() => {
    // Until the script is there, the page itself keeps the place, as the docs say.
    const watch = () => {
      const shifts: number[] = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'));
      }).observe({ type: 'layout-shift' });
      Object.assign(globalThis, { shifts });
    };
    const nextFrame = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act));
    void customElements.whenDefined('resource-list').then(() => nextFrame(watch));
  });
  const release = await holdBack(page, '**/v1/resources**');
  await openHost({ head: HEAD, body: `${CARD}${LIST}<p>After</p>` });
  await expectShown(page, /^loading$/);
  await page.waitForFunction(() => Reflect.has(globalThis, 'shifts'));
  release();
  await expectShown(page, /^ready$/);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))));
  const readShifts = () =>
    page.evaluate(async () => {
      // What has just changed moves with the next frame, and is told after it.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return Reflect.get(globalThis, 'shifts');
    });
  expect(await readShifts()).toEqual([]);
});

test('one request for a record, however many cards; none for those far below until they come near', async ({
  openHost,
  page,
}) => {
  const requests = countRequests(page, '/v1/resources');
  const far = CARD.replace('lantern-weather', 'kelp-cathedral');
  await openHost({ head: HEAD, body: `${CARD.repeat(3)}<div id="space"></div>${far}${far}` });
  await page.route('**/page.css', (route) =>
    route.fulfill({ contentType: 'text/css', body: `${PAGE_SHEET} #space{block-size:6000px;inline-size:100%}` }),
  );
  await page.reload();
  await expect(page.locator('resource-card').first()).toHaveJSProperty('state', 'ready');
  requests.length = 0;
  await page.reload();
  await expect(page.locator('resource-card').nth(2)).toHaveJSProperty('state', 'ready');
  expect(requests).toHaveLength(1);
  expect(
    await page
      .locator('resource-card')
      .nth(3)
      .evaluate((node) => Reflect.get(node, 'state')),
  ).toBe('loading');
  await page.locator('resource-card').nth(3).scrollIntoViewIfNeeded();
  await expectShown(page, /^ready$/);
  expect(requests).toHaveLength(2);
});

test('a keyboard leads through the pages, and the button that was pressed keeps the focus', async ({
  openHost,
  page,
}) => {
  await openHost({ head: HEAD, body: LIST });
  await expectShown(page, /^ready$/);
  const list = page.locator('resource-list');
  const titles = () => list.locator('[part=name]').allTextContents();
  const first = await titles();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const next = list.getByRole('button', { name: 'Next' });
  await expect(next).toBeFocused();
  const ring = await next.evaluate((node) => getComputedStyle(node).outlineStyle);
  expect(ring).toBe('solid');
  await page.keyboard.press('Enter');
  await expect(list.locator('output')).toHaveText('Page 2 of 3');
  expect(await titles()).not.toEqual(first);
  await expect(next).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await expect(list.locator('output')).toHaveText('Page 1 of 3');
  expect(await titles()).toEqual(first);
  await expect(list.getByRole('button', { name: 'Previous' })).toBeFocused();
});

test('a page that is scrolled past the top of a list is led back to it', async ({ openHost, page }) => {
  await page.setViewportSize({ width: 400, height: 700 });
  await openHost({ head: HEAD, body: `<h1>Resources</h1>${LIST}` });
  await expectShown(page, /^ready$/);
  await page.locator('resource-list').getByRole('button', { name: 'Next' }).click();
  await expect(page.locator('resource-list').locator('output')).toHaveText('Page 2 of 3');
  const { y } = (await page.locator('resource-list').boundingBox()) ?? { y: -1 };
  expect(Math.abs(y)).toBeLessThan(2);
});

test('right to left everything is mirrored, in Arabic words and digits', async ({ openHost, page, troubles }, info) => {
  await openHost({ head: HEAD, body: `${CARD}${LIST}`, htmlAttributes: 'lang="ar" dir="rtl"' });
  await expectShown(page, /^ready$/);
  const card = page.locator('resource-card');
  await expect(card.locator('[part=verified]').first()).toHaveAttribute('aria-label', 'موثّق');
  const isMirrored = await card.evaluate((node) => {
    const left = (part: string) => node.shadowRoot?.querySelector(`[part=${part}]`)?.getBoundingClientRect().left ?? 0;
    return left('figure') > left('date');
  });
  expect(isMirrored).toBe(true);
  expect(await findOverflow(page)).toEqual([]);
  await page.screenshot({ path: info.outputPath('rtl.png'), fullPage: true });
  expect(troubles).toEqual([]);
});

test('forced colours leave edges and text, and nothing ever moves', async ({ openHost, page }, info) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await openHost({ head: HEAD, body: FACES });
  await expectFaces(page);
  const edges = await page
    .locator('article, resource-list button')
    .evaluateAll((nodes) => nodes.map((node) => Number.parseFloat(getComputedStyle(node).borderTopWidth)));
  expect(new Set(edges)).toEqual(new Set([1]));
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.screenshot({ path: info.outputPath('forced.png'), fullPage: true });
});

test('an aggressive sheet of the page changes nothing inside', async ({ openHost, page }) => {
  const hostile =
    '* { font: italic 40px serif !important; letter-spacing: 1em !important } article, span, div, img { display: none !important; border: 9px solid !important } resource-card { font-size: 60px; text-transform: uppercase; line-height: 4 }';
  await page.route('**/page.css', (route) => route.fulfill({ contentType: 'text/css', body: hostile }));
  await openHost({ head: HEAD, body: CARD });
  await expectShown(page, /^ready$/);
  expect(await heightsOf(page.locator('resource-card'))).toEqual([379]);
  const { letterSpacing, textTransform } = await page
    .locator('resource-card')
    .locator('[part=title]')
    .evaluate((node) => ({ ...getComputedStyle(node) }));
  expect([letterSpacing, textTransform]).toEqual(['normal', 'none']);
});

for (const scripts of [
  ['all.js'],
  ['all.js', 'server-vote.js', 'resource-card.js'],
  ['server-vote.js', 'all.js'],
  ['resource-card.classic.js', 'all.classic.js', 'server-vote.js'],
]) {
  test(`${scripts.join(', then ')}: every element works, and nothing complains`, async ({
    openHost,
    page,
    troubles,
  }) => {
    page.on('console', (message) => troubles.push(message.text()));
    const tags = scripts.map((name) =>
      name.includes('classic')
        ? `<script src="/widget/v1/${name}"></script>`
        : `<script type="module" src="/widget/v1/${name}"></script>`,
    );
    const vote = '<server-vote site="{site}" server="aurora-skyblock"><a href="/">Vote</a></server-vote>';
    await openHost({ head: tags.join(''), body: `${vote}${CARD}${LIST}`, policy: POLICY });
    await expectShown(page, /^ready$/);
    await expect(page.locator('server-vote')).toHaveJSProperty('state', 'ready');
    await page.locator('server-vote').getByRole('button').click();
    await expect(page.locator('server-vote')).toHaveJSProperty('state', 'voted');
    expect(troubles).toEqual([]);
  });
}
