import { expect, expectState, PAGES, sizesOf, test } from './demo-page.ts';
import { findPageFaults } from './page-checks.ts';
import { watchShifts } from './page-shifts.ts';

for (const path of PAGES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${path} in ${colorScheme} is sound, before and after a vote`, async ({ demo, page, troubles }, info) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const readShifts = await watchShifts(page);
      await demo.open(path);
      if (path === '/') {
        await page.locator('resource-list').scrollIntoViewIfNeeded();
        await expectState(page.locator('resource-list'), 'ready');
      }
      expect(await readShifts()).toEqual([]);
      expect(await findPageFaults(page, 24)).toEqual([]);
      const name = `${path.split('/').at(-1) || 'front'}-${colorScheme}`;
      await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true });
      await demo.button.click();
      await expectState(demo.element, 'voted');
      expect(await findPageFaults(page, 24)).toEqual([]);
      expect(troubles).toEqual([]);
    });
  }

  test(`${path} fits a phone: nothing to scroll to the side, nothing cut off, nothing too small to touch`, async ({
    demo,
    page,
  }, info) => {
    for (const width of [320, 360, 768]) {
      await page.setViewportSize({ width, height: 740 });
      await demo.open(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width);
      const spilled = await page.locator('server-vote').evaluateAll(
        (nodes, most) =>
          nodes.flatMap((node) => {
            const { left, right } = node.getBoundingClientRect();
            return left < 0 || right > most ? [`${node.getAttribute('server')} ${left} ${right}`] : [];
          }),
        width,
      );
      expect(spilled, `${width}`).toEqual([]);
      expect(await findPageFaults(page, width < 768 ? 44 : 24), `${width}`).toEqual([]);
      if (width === 360) await page.screenshot({ path: info.outputPath('phone.png'), fullPage: true });
    }
  });

  test(`${path} without script keeps a link in the place of each element`, async ({ browser, product }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(product.address + path);
    const elements = await page.locator('server-vote').count();
    const links = page.locator('server-vote > a:visible');
    await expect(links).toHaveCount(elements);
    for (const link of await links.all()) expect(await link.getAttribute('href')).toMatch(/^\/s\/site_\w+\/[\w%-]+$/);
    await expect(page.locator('.needs-script:visible')).toHaveCount(0);
    await links.first().click();
    await expect(page.getByRole('button', { name: /vote/i })).toBeVisible();
    await context.close();
  });
}

for (const width of [320, 360, 390, 430, 1280]) {
  test(`each variant has the size that the page keeps for it, ${width} px wide`, async ({ demo, page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.route('**/all.js', (route) => route.abort());
    await demo.open();
    const kept = await sizesOf(page);
    await page.unroute('**/all.js');
    await demo.open();
    expect(await sizesOf(page)).toEqual(kept);
  });
}

for (const path of PAGES) {
  test(`${path} has one main part, one first heading, headings in order, and named lists`, async ({ demo, page }) => {
    await demo.open(path);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const levels = await page
      .locator('h1, h2, h3')
      .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    await expect(page.locator('[aria-current=page]')).toHaveAttribute('href', path);
    expect(await page.locator('img:not([alt])').count()).toBe(0);
  });
}
