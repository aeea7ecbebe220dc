import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HOSTILE_RESOURCES } from './hostile-resources.ts';
import { expectShown, findOverflow, heightsOf, PAGE_SHEET, RESOURCES_SCRIPT, scrollThrough } from './resource-page.ts';
import { startProduct } from './served-product.ts';
import { test as base, expect } from './widget-page.ts';

const CLI = resolve(import.meta.dirname, '../dist/server/cli.js');
const SHEET = '<link rel="stylesheet" href="/page.css">';

/** The demo, with hostile records beside its own. */
const test = base.extend({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'server-vote-hostile-'));
      const env = { DATA_DIR: join(folder, 'data'), TRUST_PROXY: 'loopback' };
      const product = await startProduct({ args: ['--demo'], env });
      const file = join(folder, 'resources.ndjson');
      writeFileSync(file, HOSTILE_RESOURCES.map((resource) => JSON.stringify(resource)).join('\n'));
      const imported = spawnSync(process.execPath, [CLI, 'import', file], { env: { PATH: process.env.PATH, ...env } });
      expect(imported.status, String(imported.stderr)).toBe(0);
      await use(product);
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

for (const [width, colorScheme] of [
  [1240, 'light'],
  [360, 'dark'],
] as const) {
  test(`hostile records break no card of a ${colorScheme} page ${width} px wide, and run nothing`, async ({
    openHost,
    page,
    product,
    troubles,
  }, info) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.route('**/page.css', (route) => route.fulfill({ contentType: 'text/css', body: PAGE_SHEET }));
    const limit = HOSTILE_RESOURCES.length;
    await openHost({
      head: `${SHEET}${RESOURCES_SCRIPT}`,
      body: `<resource-list site="{site}" game="hostile" limit="${limit}" href="/r/{slug}"></resource-list>`,
    });
    await expectShown(page, /^ready$/);
    await scrollThrough(page);
    const cards = page.locator('resource-list').locator('article');
    expect(await cards.count()).toBe(limit);
    expect(await findOverflow(page)).toEqual([]);
    expect(await heightsOf(cards)).toHaveLength(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const seen = await page.locator('resource-list').evaluate((node) => {
      const root = node.shadowRoot;
      return {
        ran: Reflect.get(globalThis, 'ran'),
        strangers: root?.querySelectorAll('script, style, iframe, object, embed, svg:not([viewBox])').length,
        sources: [...(root?.querySelectorAll('img') ?? [])].map((image) => image.src.replace(/:.*/, ':')),
        longest: Math.max(
          ...[...(root?.querySelectorAll('[part]') ?? [])].map(
            (part) => part.children.length || (part.textContent?.length ?? 0),
          ),
        ),
        most: Math.max(...[...(root?.querySelectorAll('[part=tags]') ?? [])].map((tags) => tags.children.length)),
      };
    });
    expect(seen.ran).toBeUndefined();
    expect(seen.strangers).toBe(0);
    expect(seen.sources.filter((protocol) => !/^https?:$/.test(protocol))).toEqual([]);
    expect(seen.longest).toBeLessThan(310);
    expect(seen.most).toBeLessThan(20);
    await page.screenshot({ path: info.outputPath('hostile.png'), fullPage: true });
    // Pictures of other hosts are refused by the policy, as they ought to be here; nothing else is.
    expect(troubles.filter((trouble) => !trouble.startsWith('img-src'))).toEqual([]);
    expect(await product.readLog()).not.toContain('"level":50');
  });
}
