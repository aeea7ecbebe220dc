import { expect, expectState, test, votesOf } from './demo-page.ts';

const PATH = '/demo/two-sites';

test('each site is asked once, with one script for both', async ({ demo, page, troubles }) => {
  await demo.open(PATH);
  const sites = await page
    .locator('server-vote')
    .evaluateAll((nodes) => [...new Set(nodes.map((node) => node.getAttribute('site')))]);
  expect(sites).toHaveLength(2);
  const paths = demo.requests.map((request) => new URL(request.url()).pathname);
  expect(paths.filter((path) => path.startsWith('/sites/')).sort()).toEqual(
    sites.map((site) => `/sites/${site}/vote/checks`).sort(),
  );
  expect(paths.filter((path) => path.startsWith('/widget/'))).toHaveLength(1);
  expect(troubles).toEqual([]);
});

test('a vote on one site leaves the other as it was, and each counts its own', async ({ demo, page }) => {
  await demo.open(PATH);
  const [first, second] = [page.locator('.site-first server-vote'), page.locator('.site-second server-vote')];
  const before = [await votesOf(first.first()), await votesOf(second.first())];
  await first.first().getByRole('button').click();
  await expectState(first.first(), 'voted');
  for (const other of [first.last(), second.first(), second.last()]) await expectState(other, 'ready');
  await second.first().getByRole('button').click();
  await expectState(second.first(), 'voted');
  await page.reload();
  await expectState(first.first(), 'cooldown');
  await expectState(second.first(), 'cooldown');
  expect([await votesOf(first.first()), await votesOf(second.first())]).toEqual(before.map((votes) => votes + 1));
});

test('a site that is away leaves the other one working', async ({ demo, page }) => {
  await demo.open(PATH);
  const [first, second] = [page.locator('.site-first server-vote'), page.locator('.site-second server-vote')];
  const site = await first.first().getAttribute('site');
  await page.route(`**/sites/${site}/**`, (route) => route.fulfill({ status: 503, body: '' }));
  await first.first().getByRole('button').click();
  await expectState(first.first(), 'busy');
  await second.first().getByRole('button').click();
  await expectState(second.first(), 'voted');
});

test('no site votes for the servers of the other', async ({ demo, page, product }) => {
  await demo.open(PATH);
  const sites = await page.locator('.site').evaluateAll((all) =>
    all.map((site) => {
      const element = site.querySelector('server-vote');
      return { id: element?.getAttribute('site'), slug: element?.getAttribute('server') };
    }),
  );
  for (const [index, { id }] of sites.entries()) {
    const answer = await page.request.post(`${product.address}/sites/${id}/vote`, {
      headers: { Origin: product.address },
      data: { slug: sites[1 - index]?.slug },
    });
    expect(answer.status()).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'server_not_found' });
  }
});
