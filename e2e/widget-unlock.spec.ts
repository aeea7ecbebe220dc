import { countRequests, ELEMENT, expect, expectState, test } from './widget-page.ts';

test.use({ cooldownMs: 4000 });

test('the button opens by itself when the wait is over, with one check', async ({ openHost, page, troubles }) => {
  const element = await openHost({ body: ELEMENT.repeat(3) });
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  const checks = countRequests(page, '/checks');
  const ready = element.evaluate(
    (node) =>
      new Promise<number>((resolve) => {
        const next = Reflect.get(node, 'nextVoteAt').getTime();
        node.addEventListener('server-vote-statechange', () => resolve(Date.now() - next), { once: true });
      }),
  );
  expect(await ready).toBeLessThan(2000);
  await expectState(element, 'ready');
  expect(checks).toHaveLength(1);
  await expect(element.locator('output')).toContainText('Vote.');
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  expect(troubles).toEqual([]);
});

test('an element that was off the page at zero is open when it comes back', async ({ openHost, page }) => {
  const element = await openHost();
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  const next = await element.evaluate((node) => {
    Reflect.set(globalThis, 'kept', node);
    const { nextVoteAt } = node as unknown as { nextVoteAt: Date };
    node.remove();
    return nextVoteAt.getTime();
  });
  await page.waitForFunction((time) => Date.now() > time, next);
  await page.evaluate(() => document.body.append(Reflect.get(globalThis, 'kept')));
  await expectState(element, 'ready');
});
