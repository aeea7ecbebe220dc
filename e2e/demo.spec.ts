import { spawnSync } from 'node:child_process';
import { expect, expectState, test, votesOf } from './demo-page.ts';
import { holdBack, waitForFirstPaint } from './hold-back.ts';
import { watchShifts } from './page-shifts.ts';

const ALMOST_TWELVE_HOURS = /1(1:59:5\d|2:00:00)/;

test('one press on the large element counts one vote, which shows in the list too', async ({
  demo,
  page,
  product,
  troubles,
}) => {
  await demo.open();
  await expect(demo.element).toHaveAttribute('variant', 'card');
  await expect(demo.element).toHaveAttribute('size', 'large');
  const before = await votesOf(demo.element);
  await demo.button.click();
  await expectState(demo.element, 'voted');
  await expect(demo.button).toContainText(ALMOST_TWELVE_HOURS);
  expect(await votesOf(demo.element)).toBe(before + 1);
  const inList = page.locator('.server server-vote[server=aurora-skyblock]');
  await expect(inList.getByRole('button')).toContainText(ALMOST_TWELVE_HOURS);
  await expectState(page.locator('.server server-vote[server=northwind-rp]'), 'ready');
  await page.reload();
  await expectState(demo.element, 'cooldown');
  await expect(demo.button).toContainText('You have voted');
  const site = await demo.element.getAttribute('site');
  const check = await page.request.get(`${product.address}/sites/${site}/vote/check?slug=aurora-skyblock`);
  expect(await check.json()).toMatchObject({ canVote: false, serverVotes: before + 1 });
  expect(troubles).toEqual([]);
});

test('a list of thirty, and all that is above it, is one script and one question', async ({ demo, page }) => {
  await demo.open();
  await expect(page.locator('.server server-vote:state(ready)')).toHaveCount(30);
  const asked = demo.requests.map((request) => new URL(request.url()));
  expect(asked.filter(({ pathname }) => pathname.startsWith('/widget/'))).toHaveLength(1);
  const questions = asked.filter(({ pathname }) => pathname.startsWith('/sites/'));
  expect(questions).toHaveLength(1);
  const servers = questions[0]?.searchParams.getAll('server') ?? [];
  expect(new Set(servers).size).toBe(30);
  expect(servers).toHaveLength(30);
});

test('nothing moves from the first moment to the answer, also when the script comes late', async ({ demo, page }) => {
  const readShifts = await watchShifts(page);
  const release = await holdBack(page, '**/all.js');
  const opening = demo.open();
  await waitForFirstPaint(page);
  release();
  await opening;
  expect(await readShifts()).toEqual([]);
  await page.locator('resource-list').scrollIntoViewIfNeeded();
  await expectState(page.locator('resource-list'), 'ready');
  expect(await readShifts()).toEqual([]);
});

test('a vote moves nothing on the page', async ({ demo, page }) => {
  await demo.open();
  await page.locator('resource-list').scrollIntoViewIfNeeded();
  await expectState(page.locator('resource-list'), 'ready');
  await demo.button.scrollIntoViewIfNeeded();
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')].map((node) => [node.tagName, node.getBoundingClientRect().toJSON()]),
    );
  const before = await places();
  await demo.button.click();
  await expectState(demo.element, 'voted');
  expect(await places()).toEqual(before);
});

test('the keyboard alone votes, and never loses its place', async ({ demo, page }) => {
  await demo.open();
  const isFocused = () => demo.element.evaluate((node) => node === document.activeElement);
  for (let presses = 0; presses < 15 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
  await expect(demo.button).toBeFocused();
  const outline = await demo.button.evaluate((button) => Number.parseFloat(getComputedStyle(button).outlineWidth));
  expect(outline).toBeGreaterThanOrEqual(2);
  await page.keyboard.press('Enter');
  await expectState(demo.element, 'voted');
  await expect(demo.button).toBeFocused();
});

test('what the button copies is a page that votes', async ({ context, demo, page, product }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await demo.open();
  const copy = page.locator('[data-copy=snippet]');
  await copy.click();
  await expect(copy).toHaveText('Copied');
  const snippet = await page.evaluate(() => navigator.clipboard.readText());
  const address = product.address.replace('127.0.0.1', 'localhost');
  await page.route(`${address}/pasted`, (route) => route.fulfill({ contentType: 'text/html', body: snippet }));
  await page.goto(`${address}/pasted`);
  await expectState(demo.element, 'ready');
  await demo.button.click();
  await expectState(demo.element, 'voted');
});

test('each theme has its own colours, whatever the page has', async ({ demo, page }) => {
  await demo.open();
  const faces = await page
    .locator('.panel server-vote')
    .evaluateAll((nodes) =>
      nodes.map((node) => getComputedStyle(node.shadowRoot?.querySelector('.base') ?? node).backgroundColor),
    );
  expect(faces).toEqual(['rgb(255, 255, 255)', 'rgb(21, 26, 35)', 'rgb(255, 253, 244)', 'rgb(28, 13, 56)']);
});

test('the list of resources shows all of them page by page, each with its picture', async ({
  demo,
  page,
  troubles,
}) => {
  await demo.open();
  const list = page.locator('resource-list');
  await list.scrollIntoViewIfNeeded();
  const titles = new Set<string>();
  for (const last of [false, true]) {
    await expect(list.locator('[part=title]')).toHaveCount(6);
    for (const picture of await list.locator('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
        .toBeGreaterThan(0);
    }
    for (const title of await list.locator('[part=title]').allTextContents()) titles.add(title);
    if (!last) await list.getByRole('button', { name: 'Next' }).click();
    if (!last) await expect(list.locator('[part=position]')).toContainText('2');
  }
  expect(titles.size).toBe(12);
  expect(troubles).toEqual([]);
});

test('resources that cannot be had say so, and votes work', async ({ demo, page }) => {
  await page.route('**/v1/resources*', (route) => route.fulfill({ status: 500, body: '' }));
  await demo.open();
  const list = page.locator('resource-list');
  await list.scrollIntoViewIfNeeded();
  await expectState(list, 'error');
  await demo.button.click();
  await expectState(demo.element, 'voted');
});

test('the requests that the page shows work with the key that the first start printed', async ({
  demo,
  page,
  product,
}) => {
  await demo.open();
  const key = /export VOTE_KEY=(\S+)/.exec(product.printed())?.[1] ?? '';
  for (const [id, expected] of [
    ['curl-check', '"canVote":true'],
    ['curl-vote', '"success":true'],
    ['curl-vote', 'already_voted'],
  ] as const) {
    const command = (await page.locator(`#${id}`).textContent()) ?? '';
    const env = { PATH: process.env.PATH, VOTE_KEY: key };
    const { stdout } = spawnSync('bash', ['-c', command], { env, encoding: 'utf8' });
    expect(stdout, command).toContain(expected);
  }
});
