import type { Page } from '@playwright/test';
import { expect, test } from './embed-page.ts';
import { SERVER } from './widget-page.ts';

test.use({ javaScriptEnabled: false });
test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

/** What can be pressed or typed into, and has no edge. */
function findEdgeless(page: Page): Promise<string[]> {
  return page.locator('button:visible, .action:visible, input:not([type]):visible, select:visible').evaluateAll((all) =>
    all.flatMap((node) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(node);
      return borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1 ? [] : [node.outerHTML];
    }),
  );
}

test('the hosted page keeps edges around what can be pressed', async ({ page, product, site }) => {
  await page.goto(`${product.address}/s/${site}/${SERVER}`);
  await expect(page.getByRole('button', { name: 'Vote' })).toBeVisible();
  expect(await findEdgeless(page)).toEqual([]);
});

test('the embed page keeps edges, and marks what is chosen by more than its weight', async ({ embed, page }, info) => {
  await page.goto(`${embed}&server=${SERVER}&variant=card`);
  expect(await findEdgeless(page)).toEqual([]);
  const grounds = await page
    .locator('.radios:has([name=variant]) span')
    .evaluateAll((all) => all.map((node) => getComputedStyle(node).backgroundColor));
  expect(grounds[1]).not.toBe(grounds[0]);
  expect(grounds[2]).toBe(grounds[0]);
  await page.screenshot({ path: info.outputPath('embed.png'), fullPage: true });
});
