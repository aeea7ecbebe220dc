import { findFaintText } from './contrast.ts';
import { type DemoPage, expect, test } from './demo-page.ts';

const STATES = ['ready', 'voting', 'voted', 'network', 'busy', 'offline', 'error'] as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the demo page in ${colorScheme}`, () => {
    // Without motion every colour is its last one at once.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('breaks no rule of its policy and asks nobody else for anything', async ({ demo, page, troubles }) => {
      await demo.open();
      await expect(page.locator('.res').first()).toBeVisible();
      await page.getByRole('button', { name: 'Show all 12' }).click();
      await expect(page.locator('.res')).toHaveCount(12);
      for (const picture of await page.locator('img').all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
          .toBeGreaterThan(0);
      }
      await demo.button.click();
      await expect(demo.votes).toHaveText('1');
      expect(troubles).toEqual([]);
    });

    test('every text stands out, and the button is of one size, in every state', async ({ demo, page }) => {
      test.slow();
      await demo.open();
      await expect(page.locator('.res').first()).toBeVisible();
      const size = await demo.button.boundingBox();
      for (const state of STATES) {
        await bringInto(demo, state);
        expect(await findFaintText(page), state).toEqual([]);
        const now = await demo.button.boundingBox();
        expect([now?.width, now?.height], state).toEqual([size?.width, size?.height]);
      }
    });
  });
}

for (const width of [320, 390, 768]) {
  test(`at a width of ${width} nothing is cut off or too small to touch`, async ({ demo, page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    await demo.open();
    await expect(page.locator('.res').first()).toBeVisible();
    for (const state of STATES) {
      await bringInto(demo, state);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBe(width);
      const spilled = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.vote-seen, .vote-text')]
          .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
          .map((box) => box.textContent),
      );
      expect(spilled, state).toEqual([]);
    }
    for (const button of await page.locator('button:visible').all()) {
      const box = await button.boundingBox();
      expect(box?.height, (await button.textContent()) ?? '').toBeGreaterThanOrEqual(44);
    }
  });
}

test.describe('for a visitor who wants no motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves in any state', async ({ demo, page }) => {
    test.slow();
    await demo.open();
    for (const state of STATES) {
      await bringInto(demo, state);
      expect(await page.evaluate(() => document.getAnimations().length), state).toBe(0);
    }
  });
});

test('nothing jumps while the page loads', async ({ demo, page }) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'shift', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value: unknown = Reflect.get(entry, 'value');
        Reflect.set(window, 'shift', Number(Reflect.get(window, 'shift')) + Number(value));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await demo.open();
  await expect(page.locator('.res').first()).toBeVisible();
  expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.05);
});

test('without script the page says what to do instead, and shows nothing empty', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(product.address);
  await expect(page.locator('noscript p')).toBeVisible();
  await expect(page.locator('.needs-script:visible')).toHaveCount(0);
  await page.locator('noscript a').click();
  await expect(page.getByRole('heading', { name: 'For developers' })).toBeInViewport();
  await context.close();
});

test('the page has one main part, one first heading, named lists and named buttons', async ({ demo, page }) => {
  await demo.open();
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const names = await page
    .locator('button:visible')
    .evaluateAll((buttons) => buttons.map((button) => button.textContent?.trim() ?? ''));
  expect(names.filter((name) => name === '')).toEqual([]);
  const levels = await page
    .locator('h1, h2, h3')
    .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
  for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  expect(await page.locator('img:not([alt])').count()).toBe(0);
});

/** Puts the hero and a row into a state by what the service would answer. */
async function bringInto({ page, open, button, row }: DemoPage, state: (typeof STATES)[number]): Promise<void> {
  const other = row('Αστρολάβος').button;
  const url = /\/sites\/[^/]+\/vote$/;
  // Leaves the last state first: a vote that waits in it must not be sent.
  await page.goto('about:blank');
  await page.unroute(url);
  await page.context().setOffline(false);
  const problem = (body: object) => ({
    contentType: 'application/problem+json',
    body: JSON.stringify({ title: 'Trouble that has a long title', detail: 'And a detail.', ...body }),
  });
  const soon = new Date(Date.now() + 43_100_000).toISOString();
  await page.route(url, async (route) => {
    // A vote that is under way stays so until the page is opened again.
    if (state === 'voting') {
      await page.waitForEvent('framenavigated');
      await route.abort();
    } else if (state === 'voted')
      await route.fulfill({ json: { votes: 1, nextVoteAt: soon, now: new Date().toISOString() } });
    else if (state === 'network')
      await route.fulfill({
        status: 429,
        ...problem({ status: 429, code: 'already_voted', nextVoteAt: soon, votes: 1 }),
      });
    else if (state === 'busy')
      await route.fulfill({ status: 503, ...problem({ status: 503, code: 'store_unavailable', retryAfter: 50 }) });
    else if (state === 'error')
      await route.fulfill({
        status: 403,
        ...problem({ status: 403, code: 'origin_not_allowed', requestId: 'abcdefgh-12' }),
      });
    else await route.abort();
  });
  await open();
  if (state === 'offline') await page.context().setOffline(true);
  if (state !== 'ready') {
    await button.click();
    await other.click();
  }
  for (const one of [button, other]) await expect(one).toHaveAttribute('data-state', state);
}
