import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ELEMENT, expect, expectState, test } from './widget-page.ts';

const DOCS = readFileSync(fileURLToPath(new URL('../docs/embedding.md', import.meta.url)), 'utf8');
const POLICIES = [...DOCS.matchAll(/```csp\n(.*?)\n```/gs)].map((match) => match[1] ?? '');
const CARD = ELEMENT.replace('<server-vote', '<server-vote variant="card"');

test('the docs print the policies that are tested here', () => {
  expect(POLICIES).toHaveLength(3);
});

for (const policy of POLICIES) {
  test(`a page can vote under: ${policy}`, async ({ openHost, product, troubles }) => {
    const element = await openHost({
      body: CARD,
      policy: policy.replaceAll('https://votes.example.com', product.address),
    });
    await element.getByRole('button').click();
    await expectState(element, 'voted');
    await expect
      .poll(() => element.evaluate((node) => node.shadowRoot?.querySelector('img')?.naturalWidth ?? 0))
      .toBeGreaterThan(0);
    expect(troubles).toEqual([]);
  });
}

test('the sizes that the docs name are those of the elements', async ({ openHost, page }) => {
  const kinds = ['button medium', 'button large', 'compact medium', 'compact large', 'card medium', 'card large'];
  const body = kinds.map((kind) => {
    const [variant, size] = kind.split(' ');
    return ELEMENT.replace('<server-vote', `<server-vote variant="${variant}" size="${size}"`);
  });
  await openHost({ body: body.join('') });
  const sizes: string[] = [];
  for (const index of kinds.keys()) {
    await expectState(page.locator('server-vote').nth(index), 'ready');
    const box = await page.locator('server-vote').nth(index).boundingBox();
    sizes.push(`${Math.round(box?.width ?? 0)} px | ${Math.round(box?.height ?? 0)} px`);
  }
  expect(sizes).toEqual([
    '288 px | 51 px',
    '360 px | 58 px',
    '128 px | 36 px',
    '128 px | 41 px',
    '328 px | 143 px',
    '360 px | 162 px',
  ]);
  for (const size of [sizes[0], sizes[1], sizes[4], sizes[5]]) expect(DOCS).toContain(`| ${size} |`);
});
