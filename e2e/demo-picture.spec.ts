import { expect, expectState, test } from './demo-page.ts';

/** `npm run pictures` names the folder of the docs here; other runs put the picture where they put theirs. */
const FOLDER = process.env.PICTURES;
/** A picture looks better with votes; in other runs they would use up the minute of the site that other tests vote on. */
const NETWORKS = FOLDER === undefined ? 1 : 24;
const MOST_BYTES = 200_000;

test.use({ viewport: { width: 1280, height: 660 } });

test('the picture of the README is a picture of the demo, and small', async ({ demo, page, product }, info) => {
  await demo.open();
  const site = await demo.element.getAttribute('site');
  for (let network = 1; network <= NETWORKS; network += 1) {
    const answer = await fetch(`${product.address}/sites/${site}/vote`, {
      method: 'POST',
      headers: {
        Origin: product.address,
        'Content-Type': 'application/json',
        'X-Forwarded-For': `203.0.113.${network}`,
      },
      body: JSON.stringify({ slug: 'aurora-skyblock' }),
    });
    expect([200, 429]).toContain(answer.status);
  }
  await demo.open();
  await demo.button.hover();
  await expectState(demo.element, 'ready');
  const path = FOLDER === undefined ? info.outputPath('demo.png') : `${FOLDER}/demo.png`;
  const picture = await page.screenshot({ path, animations: 'disabled' });
  expect(picture.length).toBeLessThan(MOST_BYTES);
});
