import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from './served-product.ts';

interface Operation {
  readonly operationId: string;
}

const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../docs/openapi.json'), 'utf8'),
);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })),
);

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the API reference in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('shows every operation, opens one, and breaks no rule of its own policy', async ({
      page,
      service,
      violations,
    }) => {
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(service) && !request.url().startsWith('data:')) elsewhere.push(request.url());
      });
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });

      await page.goto(`${service}/docs`);
      await expect(page.locator('.opblock')).toHaveCount(operations.length);
      for (const { method, path } of operations) {
        const line = page
          .locator('.opblock-summary')
          .filter({ has: page.locator('.opblock-summary-method', { hasText: method }) })
          .filter({ has: page.locator(`[data-path="${path}"]`) });
        await expect(line, `${method} ${path}`).toHaveCount(1);
      }
      const castVote = page.locator('#operations-Voting-castVote');
      await castVote.locator('.opblock-summary-control').click();
      await expect(castVote.getByText('already_voted').first()).toBeVisible();
      await castVote.getByRole('button', { name: 'Try it out' }).click();
      await castVote.getByRole('button', { name: 'Execute' }).click();
      await expect(castVote.locator('.live-responses-table tbody .response-col_status').first()).toContainText('401');
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      await expect(page.getByRole('heading', { name: 'Available authorizations' })).toBeVisible();

      expect(violations).toEqual([]);
      expect(elsewhere).toEqual([]);
      // The browser notes the 401 that was asked for.
      expect(errors.filter((text) => !text.includes('401'))).toEqual([]);
    });

    test('text stands out from its ground', async ({ page, service }) => {
      await page.goto(`${service}/docs`);
      await expect(page.locator('.opblock').first()).toBeVisible();
      await page.locator('#operations-Voting-castVote .opblock-summary-control').click();
      await expect(page.locator('.responses-table').first()).toBeVisible();
      for (const selector of ['.info .title', '.opblock-summary-method', '.opblock-summary-path', '.parameter__name']) {
        expect(await contrastOf(page.locator(selector).first()), selector).toBeGreaterThan(4.5);
      }
    });
  });
}

test('a problem page opens at its code, and needs no script', async ({ browser, service }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${service}/docs/problems#already_voted`);
  await expect(page.locator('#already_voted')).toBeInViewport();
  await expect(page.locator('#already_voted')).toContainText('already voted');
  await context.close();
});

/** Contrast of the element's text and the ground it is painted on, as WCAG counts it. */
function contrastOf(locator: import('@playwright/test').Locator): Promise<number> {
  return locator.evaluate((element) => {
    const parts = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    let ground: Element | null = element;
    while (ground !== null && (parts(getComputedStyle(ground).backgroundColor)[3] ?? 1) === 0) {
      ground = ground.parentElement;
    }
    const back = luminance(ground === null ? [255, 255, 255] : parts(getComputedStyle(ground).backgroundColor));
    const front = luminance(parts(getComputedStyle(element).color));
    return (Math.max(back, front) + 0.05) / (Math.min(back, front) + 0.05);
  });
}
