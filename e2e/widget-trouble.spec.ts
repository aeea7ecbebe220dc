import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Route } from '@playwright/test';
import { holdBack } from './hold-back.ts';
import { countRequests, ELEMENT, expect, expectState, test } from './widget-page.ts';

function problem(route: Route, status: number, body: object): Promise<void> {
  return route.fulfill({ status, contentType: 'application/problem+json', json: { status, title: 'x', ...body } });
}

test('a vote without a connection is sent by itself when it is back', async ({ context, openHost, page }) => {
  const element = await openHost();
  await expectState(element, 'ready');
  const votes = await element.evaluate((node) => Reflect.get(node, 'votes'));
  await context.setOffline(true);
  await element.getByRole('button').click();
  await expectState(element, 'offline');
  await expect(element.getByRole('button')).toContainText('votes when you are back');
  const posts = countRequests(page, '/vote');
  await context.setOffline(false);
  await expectState(element, 'voted');
  expect(posts).toHaveLength(1);
  expect(await element.evaluate((node) => Reflect.get(node, 'votes'))).toBe(votes + 1);
});

test('a busy site is waited for as long as it says, and the vote follows by itself', async ({ openHost, page }) => {
  const element = await openHost();
  await expectState(element, 'ready');
  const times: number[] = [];
  await page.route('**/vote', async (route) => {
    times.push(Date.now());
    await (times.length === 1 ? problem(route, 429, { code: 'rate_limited', retryAfter: 2 }) : route.continue());
  });
  await element.getByRole('button').click();
  await expectState(element, 'busy');
  await expect(element.getByRole('button')).toContainText(/trying again in \d sec/);
  await expectState(element, 'voted');
  expect(times).toHaveLength(2);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(2000);
});

test('who has not pressed never votes, however often the service is asked', async ({ openHost, page }) => {
  let asked = 0;
  await page.route('**/checks**', async (route) => {
    asked += 1;
    await (asked === 1 ? problem(route, 503, { code: 'store_unavailable', retryAfter: 1 }) : route.continue());
  });
  const posts = countRequests(page, '/vote');
  const element = await openHost();
  await expectState(element, 'busy');
  await expectState(element, 'ready');
  expect(asked).toBe(2);
  expect(posts.filter((request) => request.startsWith('POST'))).toEqual([]);
});

for (const [title, answer] of [
  ['a broken service', { status: 500, body: 'no' }],
  ['a page in place of an answer', { status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' }],
  ['a refusal without a reason', { status: 409, body: '' }],
  ['a vote that says it failed', { status: 200, json: { success: false } }],
] as const) {
  test(`${title} leaves the count alone, and another press tries again`, async ({ openHost, page }) => {
    const element = await openHost();
    await expectState(element, 'ready');
    const votes = await element.evaluate((node) => Reflect.get(node, 'votes'));
    await page.route('**/vote', (route) => route.fulfill(answer), { times: 1 });
    await element.getByRole('button').click();
    await expectState(element, 'error');
    await expect(element.getByRole('button')).toContainText('Could not vote');
    expect(await element.evaluate((node) => Reflect.get(node, 'votes'))).toBe(votes);
    await element.getByRole('button').click();
    await expectState(element, 'voted');
  });
}

test('a vote whose answer was lost is known as one’s own', async ({ openHost, page }) => {
  const element = await openHost();
  await expectState(element, 'ready');
  await page.route(
    '**/vote',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await element.getByRole('button').click();
  await expectState(element, 'error');
  await element.getByRole('button').click();
  await expectState(element, 'cooldown');
  await expect(element.getByRole('button')).toContainText('You have voted');
});

test('a slow answer is waited for, and one that does not come in ten seconds is not', async ({ openHost, page }) => {
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const limits: number[] = [];
    Object.assign(globalThis, { limits });
    AbortSignal.timeout = (ms) => {
      limits.push(ms);
      return timeout(Reflect.has(globalThis, 'patient') ? ms : 1500);
    };
  });
  const posts = countRequests(page, '/vote');
  const element = await openHost();
  await expectState(element, 'ready');
  await page.route('**/vote', () => undefined, { times: 1 });
  await element.getByRole('button').click();
  await expectState(element, 'voting');
  await expectState(element, 'error');
  await page.evaluate(() => Reflect.set(globalThis, 'patient', true));
  const release = await holdBack(page, '**/vote');
  await element.getByRole('button').click();
  await expectState(element, 'voting');
  release();
  await expectState(element, 'voted');
  expect(await page.evaluate(() => [...new Set(Reflect.get(globalThis, 'limits'))])).toEqual([10_000]);
  expect(posts.filter((request) => request.startsWith('POST'))).toHaveLength(2);
});

test('of a wrong site the console tells who set the page up, and the link stays', async ({ openHost, page }) => {
  const words: string[] = [];
  page.on('console', (message) => words.push(message.text()));
  const element = await openHost({ body: ELEMENT.replace('site="{site}"', 'site="site_none"') });
  await expectState(element, 'misconfigured');
  await expect(element.getByRole('link', { name: 'Vote for Aurora' })).toBeVisible();
  expect(words.filter((word) => word.includes('<server-vote>'))).toEqual([
    expect.stringMatching(/^<server-vote> site_not_found \S/),
  ]);
});

test('a server that is not there, and an element that names none, keep the link in reach', async ({
  openHost,
  page,
  site,
}) => {
  const link = '<a href="/s/x">Vote</a>';
  const body = `<server-vote site="{site}" server="no-such">${link}</server-vote><server-vote site="{site}">${link}</server-vote><server-vote server="x">${link}</server-vote>`;
  await openHost({ body });
  for (const index of [0, 1, 2]) {
    const element = page.locator('server-vote').nth(index);
    await expectState(element, 'misconfigured');
    await expect(element.getByRole('link')).toBeVisible();
    await expect(element).toContainText('Vote');
  }
  expect(site).not.toBe('');
});

test('the link works where script is blocked', async ({ openHost, page }) => {
  const element = await openHost({ policy: "default-src 'none'" });
  await expect(element.getByRole('link', { name: 'Vote for Aurora' })).toBeVisible();
  expect(await page.evaluate(() => customElements.get('server-vote') === undefined)).toBe(true);
});

test('a page of another website can load the script, and is told that it is not set up', async ({
  page,
  product,
  site,
}) => {
  const html = `<!doctype html><script type="module" src="${product.address}/widget/v1/server-vote.js" crossorigin></script>${ELEMENT.replaceAll('{site}', site)}`;
  const other = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end(html)).listen(
    0,
    '127.0.0.1',
  );
  await once(other, 'listening');
  const at = other.address();
  await page.goto(`http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/`);
  const element = page.locator('server-vote');
  await expectState(element, 'misconfigured');
  await expect(element.getByRole('link')).toBeVisible();
  other.close();
});
