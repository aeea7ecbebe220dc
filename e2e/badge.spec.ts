import { startWebsite } from './second-website.ts';
import { expect, SERVER, test } from './widget-page.ts';

/** Texts in scripts that the machine of the tests has letters for. */
const LABELS = [
  'votes',
  'Vote for Aurora',
  'Täglich abstimmen',
  'Голосуй за нас',
  'Ψήφισε τώρα',
  'الأصوات اليومية',
  'הצבעות',
];

test('is shown on any website, in the size that its document says', async ({ page, product, site }) => {
  const badge = `${product.address}/sites/${site}/badge/${SERVER}.svg`;
  const website = await startWebsite(
    () =>
      `<!doctype html><title>Forum</title><img src="${badge}" alt="Votes"><img src="${badge}?style=button" alt="Vote">`,
    { 'Content-Security-Policy': `default-src 'none'; img-src ${product.address}` },
  );
  await page.goto(website.address);
  const sizes = await page.evaluate(() =>
    [...document.images].map(({ naturalWidth, naturalHeight }) => `${naturalWidth}x${naturalHeight}`),
  );
  expect(sizes[0]).toMatch(/^\d{2}x20$/);
  expect(sizes[1]).toBe('288x51');
  website.stop();
});

test('a picture that says what is wrong is shown too', async ({ page, product, site }) => {
  const website = await startWebsite(
    () =>
      `<!doctype html><title>Forum</title><img src="${product.address}/sites/${site}/badge/nobody.svg" alt="Votes">`,
  );
  await page.goto(website.address);
  await expect.poll(() => page.evaluate(() => document.images[0]?.naturalWidth)).toBeGreaterThan(80);
  website.stop();
});

for (const label of LABELS) {
  test(`the room for ${label} is what it takes, so that nothing is stretched visibly`, async ({
    page,
    product,
    site,
  }) => {
    await page.goto(`${product.address}/sites/${site}/badge/${SERVER}.svg?label=${encodeURIComponent(label)}`);
    const stretched = await page
      .locator('text')
      .first()
      .evaluate((text: SVGTextElement) => {
        const given = Number(text.getAttribute('textLength'));
        text.removeAttribute('textLength');
        return given / text.getComputedTextLength();
      });
    expect(stretched).toBeGreaterThan(0.85);
    expect(stretched).toBeLessThan(1.15);
  });
}

test('is read out with the name of the server and its votes', async ({ page, product, site }) => {
  await page.goto(`${product.address}/sites/${site}/badge/${SERVER}.svg`);
  await expect(page.getByRole('img', { name: /^Aurora Skyblock, votes: [\d,]+$/ })).toBeVisible();
});
