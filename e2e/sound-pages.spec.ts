import { expect, test } from './embed-page.ts';
import { findPageFaults } from './page-checks.ts';
import { watchShifts } from './page-shifts.ts';
import { SERVER } from './widget-page.ts';

/** Every page of the built product that has no test of its own for this; `{embed}` and `{hosted}` are of the demo's site. */
const PAGES = [
  ['the embed page without a site', '/embed'],
  ['the embed page of a site that is not there', '/embed?site=nobody'],
  ['the embed page of a server that is not there', '{embed}&server=nobody'],
  ['the embed page of a card', '{embed}&kind=card&resource=lantern-weather&href=/mods/{slug}'],
  ['the embed page of a list', '{embed}&kind=list&limit=6&system=vue'],
  ['a preview of a card', '/embed/preview?site={site}&kind=card&resource=lantern-weather&host=dark'],
  ['a preview of a button', `/embed/preview?site={site}&server=${SERVER}&host=plain`],
  ['the hosted page of a server that is not there', '{hosted}/nobody'],
  ['the hosted page after a vote', `{hosted}/${SERVER}?vote=counted`],
  ['the page of problems', '/docs/problems'],
] as const;

for (const [name, path] of PAGES) {
  for (const [device, width, least, colorScheme] of [
    ['desktop', 1280, 24, 'light'],
    ['phone', 320, 44, 'dark'],
  ] as const) {
    test(`${name} is sound on a ${device}, ${colorScheme}`, async ({ embed, page, product, site, troubles }, info) => {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme });
      const readShifts = await watchShifts(page, 0.001);
      const hosted = `/s/${site}`;
      if (path.includes('counted')) {
        const vote = { headers: { Origin: product.address }, form: {}, maxRedirects: 0 };
        expect((await page.request.post(`${product.address}${hosted}/${SERVER}`, vote)).status()).toBe(303);
        await page.route('**/widget/**', (route) => route.abort());
      }
      const address = path.replace('{embed}', embed).replace('{hosted}', hosted).replace('{site}', site);
      await page.goto(new URL(address, product.address).href);
      await expect(page.locator(':state(checking), :state(loading)')).toHaveCount(0);
      expect(await findPageFaults(page, least)).toEqual([]);
      expect(await readShifts()).toEqual([]);
      await page.screenshot({ path: info.outputPath('page.png'), fullPage: true });
      expect(troubles).toEqual([]);
    });
  }
}

test('the front page of a service without a demo is sound', async ({ page, service }) => {
  await page.goto(service);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await findPageFaults(page, 24)).toEqual([]);
});
