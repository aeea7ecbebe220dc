import type { Page } from '@playwright/test';
import { expect, test } from './demo-page.ts';

/** Answers the next votes as the service would in trouble. @returns what lets them through again. */
async function refuseVotes(page: Page, problem: { status: number; code: string; retryAfter?: number }) {
  const url = /\/sites\/[^/]+\/vote$/;
  await page.route(url, (route) =>
    route.fulfill({
      status: problem.status,
      contentType: 'application/problem+json; charset=utf-8',
      body: JSON.stringify({
        type: '/docs/problems',
        title: 'Trouble',
        detail: 'As told.',
        requestId: 'r-1',
        ...problem,
      }),
    }),
  );
  return () => page.unroute(url);
}

test('while votes cannot be counted the page says so, waits as long as it is told, and sends the vote itself', async ({
  demo,
  page,
}) => {
  await demo.open();
  const letThrough = await refuseVotes(page, { status: 503, code: 'store_unavailable', retryAfter: 2 });
  await demo.button.click();
  await expect(demo.button).toContainText(/Busy right now.*trying again in [123] s/);
  await expect(demo.note).toHaveText(
    'The service cannot count votes at the moment. Your vote is sent again by itself.',
  );
  await expect(demo.button).toHaveAttribute('aria-disabled', 'true');
  await expect(demo.votes).toHaveText('0');
  await letThrough();
  await expect(demo.button).toContainText('Thanks for voting', { timeout: 8000 });
  await expect(demo.votes).toHaveText('1');
});

test('a site that has spent its votes of the minute asks for patience, not for another press', async ({
  demo,
  page,
}) => {
  await demo.open();
  await refuseVotes(page, { status: 429, code: 'rate_limited', retryAfter: 40 });
  await demo.button.click();
  await expect(demo.button).toContainText(/trying again in (40|41|39) s/);
  await expect(demo.note).toContainText('Many people are voting on this site right now.');
});

test('a refusal for good names its reason and its request, and lets the visitor try again', async ({ demo, page }) => {
  await demo.open();
  const letThrough = await refuseVotes(page, { status: 403, code: 'origin_not_allowed' });
  await demo.button.click();
  await expect(demo.button).toContainText('Could not vote');
  await expect(demo.note).toHaveText('Trouble (request r-1). As told.');
  await expect(demo.votes).toHaveText('0');
  await letThrough();
  await demo.button.click();
  await expect(demo.votes).toHaveText('1');
});

test('a vote that was cast offline is sent when the connection is back', async ({ context, demo }) => {
  await demo.open();
  await context.setOffline(true);
  await demo.button.click();
  await expect(demo.button).toContainText('You are offline');
  await expect(demo.note).toHaveText('Your vote is sent as soon as you are back.');
  await context.setOffline(false);
  await expect(demo.button).toContainText('Thanks for voting');
  await expect(demo.votes).toHaveText('1');
});

test('a service that cannot say how things stand is asked again until it can', async ({ demo, page }) => {
  let asked = 0;
  await page.route('**/vote/checks?*', (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  await page.goto('about:blank');
  await demo.open();
  await expect(demo.button).toContainText('Busy right now');
  await expect(demo.note).toHaveText('The service does not answer.');
  await expect(demo.button).toContainText('Vote for this server', { timeout: 8000 });
  expect(asked).toBe(2);
});

test('a browser that lets nothing be stored can vote all the same', async ({ demo, page, troubles }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('no', 'SecurityError');
      },
    });
  });
  await demo.open();
  await demo.button.click();
  await expect(demo.button).toContainText('Thanks for voting');
  expect(troubles).toEqual([]);
});

test('a part of the page that cannot be loaded says so, and the rest works', async ({ demo, page }) => {
  await page.route('**/demo/resources.json', (route) => route.fulfill({ status: 500, body: '' }));
  await demo.open();
  await expect(page.getByRole('alert')).toContainText('This part could not be loaded.');
  await demo.button.click();
  await expect(demo.votes).toHaveText('1');
});
