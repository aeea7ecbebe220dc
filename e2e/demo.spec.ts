import { spawnSync } from 'node:child_process';
import { expect, openDemoPage, test } from './demo-page.ts';

const ALMOST_TWELVE_HOURS = /1(1:59:5\d|2:00:00)/;
const NETWORK = 'Someone on this network has already voted';

test('one press counts one vote, and counts down to the next', async ({ demo, troubles }) => {
  await demo.open();
  await expect(demo.votes).toHaveText('0');
  await expect(demo.button).toHaveAccessibleName('Vote for Aurora Skyblock');
  await demo.button.click();
  await expect(demo.votes).toHaveText('1');
  await expect(demo.button).toContainText('Thanks for voting');
  await expect(demo.button).toContainText(ALMOST_TWELVE_HOURS);
  await expect(demo.note).toContainText(/^Counted\. You can vote again (at|tomorrow at) \d\d:\d\d\.$/);
  await expect(demo.page.getByRole('status')).toContainText('Thanks for voting');
  await expect(demo.row('Northwind RP').button).toContainText('Vote');
  expect(troubles).toEqual([]);
});

test('a reload keeps the countdown, and knows whose vote it was', async ({ demo, page }) => {
  await demo.open();
  await demo.button.click();
  const next = await readNote(demo.note);
  await page.reload();
  await expect(demo.button).toHaveAttribute('data-state', 'cooldown');
  await expect(demo.button).toContainText('Vote again in');
  await expect(demo.button).toContainText(ALMOST_TWELVE_HOURS);
  await expect(demo.note).toContainText('You have voted.');
  expect(await readNote(demo.note)).toBe(next);
  await expect(demo.votes).toHaveText('1');
});

test('a second browser on the same network is told that somebody there has voted', async ({
  browser,
  demo,
  product,
}) => {
  const context = await browser.newContext();
  const second = openDemoPage(await context.newPage(), product.address);
  await second.open();
  await demo.open();
  await demo.button.click();
  await expect(demo.votes).toHaveText('1');
  // It was opened before that vote, so its button still offers one.
  await second.button.click();
  await expect(second.note).toContainText(NETWORK);
  await expect(second.button).toContainText('Your network has voted');
  await expect(second.button).toContainText(ALMOST_TWELVE_HOURS);
  await expect(second.votes).toHaveText('1');
  await second.open();
  await expect(second.note).toContainText(NETWORK);
  await context.close();
});

test('the vote of another network shows without a reload', async ({ browser, demo, page, product }) => {
  const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'X-Forwarded-For': '203.0.113.7' } });
  const other = openDemoPage(await elsewhere.newPage(), product.address);
  await demo.open();
  await other.open();
  await other.row('Cinder & Salt').button.click();
  await expect(other.row('Cinder & Salt').all).toContainText('1 vote');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(demo.row('Cinder & Salt').all).toContainText('1 vote');
  await expect(demo.row('Cinder & Salt').button).toContainText('Vote');
  await elsewhere.close();
});

test('a vote in one tab shows in the other as this visitor’s own', async ({ context, demo, product }) => {
  const other = openDemoPage(await context.newPage(), product.address);
  await other.open();
  await demo.open();
  await demo.button.click();
  await expect(other.button).toContainText('Vote again in');
});

test('the keyboard alone votes, and never loses its place', async ({ demo, page }) => {
  await demo.open();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    if (await demo.button.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(demo.button).toBeFocused();
  expect(
    await demo.button.evaluate((button) => Number.parseFloat(getComputedStyle(button).outlineWidth)),
  ).toBeGreaterThan(1);
  let asked = 0;
  await page.route('**/vote', (route) => {
    asked += 1;
    return route.continue();
  });
  await page.keyboard.press('Enter');
  await expect(demo.button).toHaveAttribute('data-state', 'voted');
  await expect(demo.button).toBeFocused();
  await expect(demo.button).toHaveAttribute('aria-disabled', 'true');
  await expect(demo.button).toBeEnabled({ enabled: false });
  expect(await demo.button.getAttribute('disabled')).toBeNull();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(demo.button).toHaveAttribute('data-state', 'voted');
  expect(asked).toBe(1);
});

test('those who listen hear each change once, and never the seconds', async ({ demo, page }) => {
  await demo.open();
  await demo.button.click();
  await expect(page.getByRole('status')).toContainText('Thanks for voting. Vote again for Aurora Skyblock');
  const changes = await page.evaluate(async () => {
    let seen = 0;
    const observer = new MutationObserver((records) => {
      seen += records.length;
    });
    const regions = document.querySelectorAll('[aria-live], [role=status], .hero button .unseen');
    for (const region of regions) observer.observe(region, { subtree: true, childList: true, characterData: true });
    const ticks = document.querySelector('.hero .vote-time');
    const before = ticks?.textContent;
    const start = performance.now();
    while (performance.now() - start < 5000 && ticks?.textContent === before) {
      await new Promise((done) => requestAnimationFrame(done));
    }
    return { seen, ticked: ticks?.textContent !== before };
  });
  expect(changes).toEqual({ seen: 0, ticked: true });
});

for (const [title, shiftMs] of [
  ['two hours ahead', 7_200_000],
  ['three days behind', -259_200_000],
] as const) {
  test(`a visitor's clock that is ${title} changes nothing`, async ({ demo, page }) => {
    await page.clock.install({ time: Date.now() + shiftMs });
    await demo.open();
    await demo.button.click();
    await expect(demo.button).toContainText(ALMOST_TWELVE_HOURS);
  });
}

test.describe('with a short wait', () => {
  test.use({ demoOptions: { env: { VOTE_COOLDOWN_MS: '4000' } } });

  test('the button opens by itself when the wait is over, with one question', async ({ demo, page }) => {
    await demo.open();
    await expect(demo.note).toContainText('every 4 seconds');
    const questions: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/checks?') && !request.url().includes('lanternfall')) questions.push(request.url());
    });
    await demo.button.click();
    await expect(demo.votes).toHaveText('1');
    await expect(demo.button).toHaveAttribute('data-state', 'ready', { timeout: 12_000 });
    expect(questions).toHaveLength(1);
    await expect(page.getByRole('status')).toContainText('Vote for Aurora Skyblock');
    await demo.button.click();
    await expect(demo.votes).toHaveText('2');
  });
});

test('the requests that the page shows work with the keys that the first start printed', async ({
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
    const { stdout } = spawnSync('bash', ['-c', command], {
      env: { PATH: process.env.PATH, VOTE_KEY: key },
      encoding: 'utf8',
    });
    expect(stdout, command).toContain(expected);
  }
});

async function readNote(note: import('@playwright/test').Locator): Promise<string> {
  await expect(note).toContainText('vote again');
  return /again (.*)\.$/.exec((await note.textContent()) ?? '')?.[1] ?? 'no moment';
}
