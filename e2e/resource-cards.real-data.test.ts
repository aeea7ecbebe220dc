import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from './find-chromium.ts';
import { findOverflow, heightsOf, scrollThrough } from './resource-page.ts';
import { type Product, startProduct } from './served-product.ts';

interface Row {
  readonly kind: string;
  readonly row: { readonly id: string; readonly slug: string; readonly title: string };
}

const DATA = process.env.REAL_DATA ?? '';
const CLI = resolve(import.meta.dirname, '../dist/server/cli.js');
const SITE_FILE = '/demo/site.json';
let folder = '';
let product: Product;
let browser: Browser;
let rows: Row['row'][] = [];

beforeAll(async () => {
  rows = readFileSync(join(DATA, 'tricky.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Row => JSON.parse(line))
    .filter(({ kind }) => kind === 'resources')
    .map(({ row }) => row);
  folder = mkdtempSync(join(tmpdir(), 'server-vote-real-'));
  const env = { DATA_DIR: join(folder, 'data') };
  product = await startProduct({ args: ['--demo'], env });
  const file = join(folder, 'resources.ndjson');
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  const { status, stderr } = spawnSync(process.execPath, [CLI, 'import', file], {
    env: { PATH: process.env.PATH, ...env },
  });
  expect(status, String(stderr)).toBe(0);
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  browser = await chromium.launch({ executablePath: findChromium(process.env) ?? '', args });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each([320, 768, 1440])('the hardest real records break no card of a page %i px wide', async (width) => {
  const page = await browser.newPage({ viewport: { width, height: 900 }, locale: 'en-GB' });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const { site } = await (await fetch(`${product.address}${SITE_FILE}`)).json();
  const cards = rows.map(({ id }) => `<resource-card site="${site}" resource-id="${id}"></resource-card>`).join('');
  await page.route(`${product.address}/host`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Host</title><script type="module" src="/widget/v1/resource-card.js"></script>${cards}`,
    }),
  );
  // Pictures of other hosts are not asked for: their placeholders are what is looked at.
  await page.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
  await page.goto(`${product.address}/host`);
  await scrollThrough(page);
  expect(rows.length).toBeGreaterThan(20);
  await expect.poll(() => statesOf(page), { timeout: 30_000 }).toEqual(rows.map(() => 'ready'));
  expect(await findOverflow(page)).toEqual([]);
  expect(await heightsOf(page.locator('resource-card'))).toHaveLength(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const titles = await page.locator('resource-card').locator('[part=name]').allTextContents();
  expect(titles).toEqual(rows.map(({ title }) => title));
  expect(errors).toEqual([]);
  await page.screenshot({ path: join(resolve('test-results'), `real-cards-${width}.png`), fullPage: true });
  await page.close();
});

function statesOf(page: Page): Promise<string[]> {
  return page.locator('resource-card').evaluateAll((nodes) => nodes.map((node) => String(Reflect.get(node, 'state'))));
}
