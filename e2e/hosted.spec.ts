import { expect, test as ownedTest } from './embed-page.ts';
import { findPageFaults } from './page-checks.ts';
import { watchShifts } from './page-shifts.ts';
import { startWebsite } from './second-website.ts';
import { expectState, moveToOwnNetwork, SERVER } from './widget-page.ts';

const HOSTILE = '<img src=x onerror=alert(1)>"\'&</h1><script>alert(2)</script>';

const test = ownedTest.extend<{ place: string }>({
  place: async ({ context, product, site }, use) => {
    await moveToOwnNetwork(context);
    await use(`${product.address}/s/${site}`);
  },
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the form votes once, and a reload votes no second time', async ({ page, place }) => {
    await page.goto(`${place}/${SERVER}`);
    const before = Number.parseInt((await page.locator('.votes').textContent()) ?? '', 10);
    await page.getByRole('button', { name: 'Vote' }).click();
    await expect(page.getByRole('status')).toContainText('Thank you, your vote was counted.');
    await expect(page.getByRole('status')).toContainText('UTC, in 12 hours');
    await expect(page.locator('.votes')).toHaveText(before === 0 ? '1 vote' : `${before + 1} votes`);
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.reload();
    await page.goto(`${place}/${SERVER}`);
    await expect(page.getByRole('status')).toContainText('Your network has already voted.');
    await expect(page.locator('.votes')).toHaveText(before === 0 ? '1 vote' : `${before + 1} votes`);
  });

  test('a form that was opened before another vote of the network is told so', async ({
    context,
    owned,
    page,
    place,
  }) => {
    const slug = owned.addServer('Northwind');
    await page.goto(`${place}/${slug}`);
    const second = await context.newPage();
    await second.goto(`${place}/${slug}`);
    await second.getByRole('button').click();
    await page.getByRole('button').click();
    await expect(page.getByRole('status')).toContainText('Your network has already voted.');
  });

  test('a server that does not exist is told in plain words', async ({ page, place }) => {
    const answer = await page.goto(`${place}/nobody`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'There is no such server' })).toBeVisible();
    await expect(page.getByRole('link')).toHaveCount(0);
  });
});

for (const [name, attack] of [
  ['a form of another website', (form: string) => form],
  [
    'a form in a sandbox, which has no origin',
    (form: string) => `<iframe sandbox="allow-forms" srcdoc='${form}'></iframe>`,
  ],
] as const) {
  test(`${name} votes for nobody`, async ({ owned, page, place }) => {
    const slug = owned.addServer('Mosskeep');
    const form = `<form method="post" action="${place}/${slug}"><button>Win a prize</button></form>`;
    const website = await startWebsite(() => `<!doctype html><title>Other</title>${attack(form)}`);
    await page.goto(website.address);
    const frame = name.includes('sandbox') ? page.frameLocator('iframe') : page;
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await frame.getByRole('button').click();
    expect((await answered).status()).toBe(403);
    await page.goto(`${place}/${slug}`);
    await expectState(page.locator('server-vote'), 'ready');
    website.stop();
  });
}

test('no other website can put the page into a frame', async ({ page, place }) => {
  const website = await startWebsite(
    () => `<!doctype html><title>Other</title><iframe src="${place}/${SERVER}"></iframe>`,
  );
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.goto(website.address);
  await refused;
  website.stop();
});

test('with script the element votes in its place, under the policy of the page', async ({
  owned,
  page,
  place,
  troubles,
}) => {
  await page.goto(`${place}/${owned.addServer('Lanternfall')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lanternfall');
  await expect(page.locator('form')).toBeHidden();
  await page.locator('server-vote').getByRole('button').click();
  await expectState(page.locator('server-vote'), 'voted');
  expect(troubles).toEqual([]);
});

test('where the script does not arrive the form stays', async ({ owned, page, place }) => {
  await page.route('**/widget/**', (route) => route.abort());
  await page.goto(`${place}/${owned.addServer('Zorza')}`);
  await page.getByRole('button', { name: 'Vote' }).click();
  await expect(page.getByRole('status')).toContainText('Thank you');
});

test('a hostile name is text, and nothing of it runs', async ({ owned, page, place, troubles }) => {
  page.on('dialog', (dialog) => troubles.push(dialog.message()));
  await page.goto(`${place}/${owned.addServer(HOSTILE)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);
  await expectState(page.locator('server-vote'), 'ready');
  await expect(page.locator('.ballot img')).toHaveCount(0);
  expect(troubles).toEqual([]);
});

test('the page follows the language of the browser for its element', async ({ browser, owned, place }) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto(`${place}/${owned.addServer('Cinder')}`);
  await expect(page.locator('server-vote').getByRole('button')).toContainText('Abstimmen');
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, width, least] of [
    ['desktop', 1200, 24],
    ['phone', 360, 44],
  ] as const) {
    for (const script of ['with', 'without'] as const) {
      test(`it is sound on a ${device}, ${colorScheme}, ${script} script`, async ({
        owned,
        page,
        place,
        troubles,
      }, info) => {
        await page.setViewportSize({ width, height: 740 });
        await page.emulateMedia({ colorScheme });
        const readShifts = await watchShifts(page, 0.001);
        if (script === 'without') await page.route('**/widget/**', (route) => route.abort());
        await page.goto(`${place}/${owned.addServer('Тихая Гавань')}`);
        if (script === 'with') await expectState(page.locator('server-vote'), 'ready');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Тихая Гавань');
        expect(await findPageFaults(page, least)).toEqual([]);
        expect(await readShifts()).toEqual([]);
        await page.screenshot({ path: info.outputPath('page.png'), fullPage: true });
        expect(troubles).toEqual([]);
      });
    }
  }
}
