import { holdBack } from './hold-back.ts';
import { countRequests, ELEMENT, expect, expectState, moveToOwnNetwork, test } from './widget-page.ts';

const ALMOST_TWELVE_HOURS = /1(1:59:5\d|2:00:00)/;
const NETWORK = 'Your network has voted';

test('one press counts one vote, and counts down to the next', async ({ openHost, page, troubles }) => {
  const posts = countRequests(page, '/vote');
  const element = await openHost();
  const button = element.getByRole('button');
  await expectState(element, 'ready');
  const before = await element.evaluate((node) => Reflect.get(node, 'votes'));
  await expect(button).toHaveAccessibleName(/^Vote\s*, Aurora Skyblock$/);
  await button.click();
  await expectState(element, 'voted');
  await expect(button).toContainText('Thanks for voting');
  await expect(button).toContainText(ALMOST_TWELVE_HOURS);
  expect(await element.evaluate((node) => Reflect.get(node, 'votes'))).toBe(before + 1);
  const next = await element.evaluate((node) => Reflect.get(node, 'nextVoteAt').getTime());
  expect(Math.abs(next - Date.now() - 43_200_000)).toBeLessThan(5000);
  expect(posts.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  expect(troubles).toEqual([]);
});

test('a reload keeps the countdown, and knows whose vote it was', async ({ openHost, page, troubles }) => {
  const element = await openHost();
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  const next = await element.evaluate((node) => Reflect.get(node, 'nextVoteAt').getTime());
  await page.reload();
  await expectState(element, 'cooldown');
  await expect(element.getByRole('button')).toContainText('You have voted');
  await expect(element.getByRole('button')).toContainText(ALMOST_TWELVE_HOURS);
  expect(await element.evaluate((node) => Reflect.get(node, 'nextVoteAt').getTime())).toBe(next);
  expect(troubles).toEqual([]);
});

test('a second browser on the same network is told that the network has voted', async ({
  browser,
  context,
  openHost,
  troubles,
}) => {
  const second = await browser.newContext();
  const address = await moveToOwnNetwork(context);
  await second.setExtraHTTPHeaders({ 'X-Forwarded-For': address });
  const other = await openHost({}, await second.newPage());
  const element = await openHost();
  await expectState(other, 'ready');
  await expectState(element, 'ready');
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  const votes = await element.evaluate((node) => Reflect.get(node, 'votes'));
  // It was opened before that vote, so its button still offers one.
  const refused = other.evaluate(
    (node) =>
      new Promise((resolve) => {
        node.addEventListener('server-vote-refused', (event) => resolve(Reflect.get(event, 'code')), { once: true });
      }),
  );
  await other.getByRole('button').click();
  expect(await refused).toBe('already_voted');
  await expectState(other, 'cooldown');
  await expect(other.getByRole('button')).toContainText(NETWORK);
  await expect(other.getByRole('button')).toContainText(ALMOST_TWELVE_HOURS);
  expect(await other.evaluate((node) => Reflect.get(node, 'votes'))).toBe(votes);
  await other.page().reload();
  await expect(other.getByRole('button')).toContainText(NETWORK);
  await expect(other.getByRole('button')).not.toContainText('You have voted');
  await second.close();
  expect(troubles).toEqual([]);
});

test('a vote in one tab shows in the other as one’s own', async ({ context, openHost }) => {
  const other = await openHost({}, await context.newPage());
  const element = await openHost();
  await expectState(other, 'ready');
  await expectState(element, 'ready');
  const checks = countRequests(other.page(), '/vote');
  await element.getByRole('button').click();
  await expectState(other, 'cooldown');
  await expect(other.getByRole('button')).toContainText('You have voted');
  expect(await other.evaluate((node) => Reflect.get(node, 'votes'))).toBe(
    await element.evaluate((node) => Reflect.get(node, 'votes')),
  );
  expect(checks).toEqual([]);
});

test('a double click, and presses while a vote is on its way, are one vote', async ({ openHost, page }) => {
  const posts = countRequests(page, '/vote');
  const element = await openHost();
  await expectState(element, 'ready');
  const release = await holdBack(page, '**/vote');
  await element.getByRole('button').dblclick();
  await expect(element.getByRole('button')).toContainText('Voting');
  await element.getByRole('button').click({ force: true });
  release();
  await expectState(element, 'voted');
  await element.getByRole('button').click({ force: true });
  expect(posts.filter((request) => request.startsWith('POST'))).toHaveLength(1);
});

test('the keyboard alone votes, and the button keeps the focus throughout', async ({ openHost, page }) => {
  const element = await openHost();
  await expectState(element, 'ready');
  const release = await holdBack(page, '**/vote');
  const hasFocus = () => element.evaluate((node) => node.shadowRoot?.activeElement?.localName === 'button');
  await page.keyboard.press('Tab');
  expect(await hasFocus()).toBe(true);
  const outline = await element.getByRole('button').evaluate((node) => getComputedStyle(node).outlineWidth);
  expect(Number.parseFloat(outline)).toBeGreaterThanOrEqual(2);
  await page.keyboard.press('Enter');
  await expect(element.getByRole('button')).toContainText('Voting');
  expect(await hasFocus()).toBe(true);
  await expect(element.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  expect(await element.getByRole('button').evaluate((node) => node.hasAttribute('disabled'))).toBe(false);
  release();
  await expectState(element, 'voted');
  expect(await hasFocus()).toBe(true);
});

test('events tell a page what happens, and it can keep a vote back', async ({ openHost, page }) => {
  const posts = countRequests(page, '/vote');
  const element = await openHost();
  await expectState(element, 'ready');
  await element.evaluate((node) => {
    const heard: string[] = [];
    Reflect.set(globalThis, 'heard', heard);
    for (const name of ['before', 'cast', 'refused', 'error', 'statechange']) {
      document.addEventListener(`server-vote-${name}`, (event) => {
        heard.push(`${name} ${Reflect.get(event, 'state') ?? ''} ${event.composed}`);
      });
    }
    node.addEventListener('server-vote-before', (event) => event.preventDefault(), { once: true });
  });
  await element.getByRole('button').click();
  expect(posts.filter((request) => request.startsWith('POST'))).toEqual([]);
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'heard'))).toEqual([
    'before  true',
    'before  true',
    'statechange voting true',
    'statechange voted true',
    'cast  true',
  ]);
});

test('fifty elements, some of them of the same server, ask once', async ({ openHost, page, troubles }) => {
  const requests = countRequests(page, '/vote');
  const others = Array.from(
    { length: 47 },
    (_, index) => `<server-vote site="{site}" server="s${index}"></server-vote>`,
  );
  const element = await openHost({ body: ELEMENT.repeat(3) + others.join('') });
  await expectState(element, 'ready');
  expect(requests).toHaveLength(1);
  await expectState(page.locator('[server=s46]'), 'misconfigured');
  await element.getByRole('button').click();
  await expectState(page.locator('server-vote').nth(1), 'voted');
  expect(requests.filter((request) => request.startsWith('GET'))).toHaveLength(1);
  expect(troubles).toEqual([]);
});
