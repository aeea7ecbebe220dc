import { findChromium } from './find-chromium.ts';
import { expect, expectState, SERVER, test } from './widget-page.ts';

// Chromium lets nobody without an origin reach services of its own machine, where the product runs in tests.
const args = ['--disable-features=LocalNetworkAccessChecks', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
test.use({ launchOptions: { executablePath: findChromium(process.env) ?? '', args } });

test('in a frame without an origin or storage it renders, and refuses honestly', async ({
  openHost,
  page,
  product,
  site,
  troubles,
}) => {
  const inner = `<script type='module' src='${product.address}/widget/v1/server-vote.js'></script><server-vote site='${site}' server='${SERVER}'><a href='/'>Vote</a></server-vote>`;
  await openHost({ head: '', policy: null, body: `<iframe sandbox="allow-scripts" srcdoc="${inner}"></iframe>` });
  const element = page.frameLocator('iframe').locator('server-vote');
  await expectState(element, 'misconfigured');
  await expect(element.locator('[part=label]')).toHaveText('Voting is not set up here');
  await expect(element.getByRole('link')).toBeVisible();
  expect(troubles).toEqual([]);
});
