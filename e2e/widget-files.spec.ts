import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { ELEMENT, expect, expectState, test } from './widget-page.ts';

const { build: BUILT } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../dist/widget/files.json', import.meta.url)), 'utf8'),
);
const FILES = Object.entries<string>(BUILT.files);

test('no file needs eval, and none holds a source map or an address of its own', async () => {
  for (const [name] of FILES) {
    const text = readFileSync(fileURLToPath(new URL(`../dist/widget/${name}`, import.meta.url)), 'utf8');
    expect(text, name).not.toMatch(/\beval\(|new Function|sourceMappingURL|localhost|127\.0\.0\.1|X-API-KEY/i);
  }
});

for (const [title, spoil, isDefined] of [
  ['a page of another website loads the script with its hash', (hash: string) => hash, true],
  ['one wrong byte leaves the link', (hash: string) => hash.replace(/.{8}$/, 'AAAAAAAA'), false],
] as const) {
  test(title, async ({ page, product, site }) => {
    const integrity = spoil(BUILT.files['server-vote.js']);
    const script = `<script type="module" src="${product.address}/widget/${BUILT.version}/server-vote.js" integrity="${integrity}" crossorigin></script>`;
    const other = createServer((_req, res) => {
      res.setHeader('Content-Type', 'text/html').end(`<!doctype html>${script}${ELEMENT.replaceAll('{site}', site)}`);
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const at = other.address();
    await page.goto(`http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/`);
    await expect(page.getByRole('link')).toBeVisible();
    expect(await page.evaluate(() => customElements.get('server-vote') !== undefined)).toBe(isDefined);
    if (isDefined) await expectState(page.locator('server-vote'), 'misconfigured');
    other.close();
  });
}
