import { findFaintText } from './contrast.ts';
import { expect, test } from './demo-page.ts';
import { STATES, stageStates } from './vote-states.ts';

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
      const bringInto = await stageStates(demo);
      for (const state of STATES) {
        await bringInto(state);
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
    const bringInto = await stageStates(demo);
    for (const state of STATES) {
      await bringInto(state);
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
    const bringInto = await stageStates(demo);
    for (const state of STATES) {
      await bringInto(state);
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
