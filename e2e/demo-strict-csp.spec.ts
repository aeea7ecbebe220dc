import type { Page } from '@playwright/test';
import { expect, expectState, test } from './demo-page.ts';

const PATH = '/demo/strict-csp';

/** Faults that the real service would have to break for. Everything else is as it is served. */
async function refuseVotes(page: Page, status: number, problem: object): Promise<void> {
  await page.route('**/vote', (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', json: { status, title: 'x', ...problem } }),
  );
}

test('the policy is the one that the page shows', async ({ demo, page }) => {
  await demo.open(PATH);
  const answer = await page.request.get(page.url());
  const shown = await page.locator('#policy').textContent();
  expect(answer.headers()['content-security-policy']).toBe(shown?.replaceAll('\n', ' '));
  for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", 'trusted-types lit-html'])
    expect(shown).toContain(part);
});

test('nothing is refused while one votes, waits, and comes back', async ({ demo, page, troubles }) => {
  await page.route('**/vote/checks?*', async (route) => {
    await expectState(demo.element, 'checking');
    await route.continue();
  });
  await demo.open(PATH);
  await expectState(demo.element, 'ready');
  await page.route('**/vote', async (route) => {
    await expectState(demo.element, 'voting');
    await route.continue();
  });
  await demo.button.click();
  await expectState(demo.element, 'voted');
  await page.reload();
  await expectState(demo.element, 'cooldown');
  await expect(page.locator('#refused')).toHaveText('0');
  expect(troubles).toEqual([]);
});

for (const [state, status, problem] of [
  ['busy', 429, { code: 'rate_limited', retryAfter: 30 }],
  ['error', 500, { code: 'internal_error' }],
] as const) {
  test(`nothing is refused in the state ${state}`, async ({ demo, page, violations }) => {
    await demo.open(PATH);
    await refuseVotes(page, status, problem);
    await demo.button.click();
    await expectState(demo.element, state);
    await expect(page.locator('#refused')).toHaveText('0');
    expect(violations).toEqual([]);
  });
}

test('nothing is refused without a connection, and when it is back', async ({ context, demo, page, violations }) => {
  await demo.open(PATH);
  await context.setOffline(true);
  await demo.button.click();
  await expectState(demo.element, 'offline');
  await expect(page.locator('#refused')).toHaveText('0');
  await context.setOffline(false);
  await expectState(demo.element, 'voted');
  await expect(page.locator('#refused')).toHaveText('0');
  expect(violations).toEqual([]);
});

test('nothing is refused while a name is asked for, nor where an element is not set up', async ({
  demo,
  page,
  violations,
}) => {
  await demo.open(PATH);
  const asking = page.locator('server-vote[ask-username]');
  await asking.getByRole('button').click();
  await asking.getByRole('textbox').fill('Mirelle');
  await page.keyboard.press('Enter');
  await expectState(asking, 'voted');
  await demo.element.evaluate((node) => node.setAttribute('server', 'no-such'));
  await expectState(demo.element, 'misconfigured');
  await expect(demo.element.getByRole('link')).toBeVisible();
  await expect(page.locator('#refused')).toHaveText('0');
  expect(violations).toEqual([]);
});

test('the count does count: an inline style is refused', async ({ demo, page, violations }) => {
  await demo.open(PATH);
  await page.getByRole('button', { name: 'Break the policy on purpose' }).click();
  await expect(page.locator('#refused')).toHaveText('1');
  expect(violations).toHaveLength(1);
  expect(violations[0]).toContain('style-src-attr');
});
