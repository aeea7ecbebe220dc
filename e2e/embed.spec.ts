import { codeOf, expect, openSpoilt, previewOf, test } from './embed-page.ts';
import { findPageFaults } from './page-checks.ts';
import { watchShifts } from './page-shifts.ts';
import { countRequests, expectState, SERVER } from './widget-page.ts';

const VARIANTS = [
  ['button', 288, 51],
  ['card', 328, 143],
  ['compact', 128, 36],
] as const;
const HOSTS = ['On a plain page', 'On a dark page', 'On a page with loud styles of its own'];

for (const [variant, width, height] of VARIANTS) {
  test(`the snippet of a ${variant}, pasted into another website under a strict policy, works and moves nothing`, async ({
    embed,
    page,
    paste,
    troubles,
  }) => {
    const { snippet, address } = await paste(`${embed}&server=${SERVER}&variant=${variant}`);
    expect(snippet).toMatch(/\/widget\/\d+\.\d+\.\d+[\w.-]*\/server-vote\.js" integrity="sha384-[^"]+" crossorigin>/);
    const readShifts = await watchShifts(page, 0.001);
    await page.route('**/server-vote.js', async (route) => {
      // The picture of the link is there before the script.
      await expect(page.locator('img')).toBeVisible();
      await route.continue();
    });
    await page.goto(address);
    const element = page.locator('server-vote');
    await expectState(element, 'ready');
    const box = await element.boundingBox();
    expect([box?.width, Math.round(box?.height ?? 0)]).toEqual([width, height]);
    expect(await readShifts()).toEqual([]);
    await element.getByRole('button').click();
    await expectState(element, 'voted');
    expect(troubles).toEqual([]);
  });

  test(`a ${variant} whose file has another hash than promised leaves its link, in its size`, async ({
    embed,
    page,
  }) => {
    const website = await openSpoilt(page, `${embed}&server=${SERVER}&variant=${variant}`, 'server-vote');
    const picture = page.getByRole('link', { name: 'Vote for Aurora Skyblock' }).locator('img');
    const box = await picture.boundingBox();
    expect([box?.width, box?.height]).toEqual([width, height]);
    await page.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aurora Skyblock');
    website.stop();
  });
}

test('previews show the server on three pages in one size, and cannot vote', async ({ embed, page, troubles }) => {
  const votes = countRequests(page, '/vote');
  // Their own script keeps votes back; without it the policy of their page still does.
  for (const isBlocked of [false, true]) {
    if (isBlocked) await page.route('**/preview.js', (route) => route.abort());
    await page.goto(`${embed}&server=${SERVER}&variant=card`);
    for (const host of HOSTS) {
      const element = previewOf(page, host).locator('server-vote');
      await expectState(element, 'ready');
      await expect(element.getByText('Aurora Skyblock', { exact: true })).toBeVisible();
      const box = await element.boundingBox();
      expect([box?.width, Math.round(box?.height ?? 0)], host).toEqual([328, 143]);
      await element.getByRole('button').click();
      if (!isBlocked) await expectState(element, 'ready');
    }
  }
  expect(votes.filter((line) => line.startsWith('POST'))).toEqual([]);
  expect(troubles.filter((line) => !line.startsWith('connect-src'))).toEqual([]);
});

test('a preview can show the time after a vote', async ({ embed, page }) => {
  await page.goto(`${embed}&server=${SERVER}&state=cooldown`);
  await expect(
    previewOf(page, HOSTS[0] ?? '')
      .locator('server-vote')
      .getByRole('button'),
  ).toContainText('04:12:0');
});

test('the keyboard alone chooses, and copies what stands there', async ({ context, embed, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(embed);
  await expect(page.getByText('Name a server, and what to paste stands here.')).toBeVisible();
  const reach = async (name: string) => {
    for (let presses = 0; presses < 40; presses++) {
      const reached = await page.evaluate(() => {
        const { activeElement: active } = document;
        return active?.getAttribute('name') ?? active?.getAttribute('data-copy');
      });
      if (reached === name) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not come to ${name}.`);
  };
  await reach('server');
  await page.keyboard.type(SERVER);
  await expect(page.locator('.found')).toHaveText('Aurora Skyblock');
  await reach('variant');
  await page.keyboard.press('ArrowRight');
  await expect(codeOf(page)).toContainText('variant="card"');
  await reach('hideCount');
  await page.keyboard.press('Space');
  await expect(codeOf(page)).toContainText(' hide-count>');
  await expect(page.getByRole('checkbox', { name: 'Leave the count out' })).toBeFocused();
  await reach('snippet');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await codeOf(page).textContent());
});

test('the address keeps the choice, for whoever it is given to', async ({ embed, page }) => {
  await page.goto(`${embed}&server=${SERVER}`);
  await page.getByRole('radio', { name: 'React' }).check();
  await expect(page.locator('#head')).toContainText('<script type="module"');
  await page.getByLabel('Language').selectOption('de');
  await expect(codeOf(page)).toContainText('lang="de"');
  await expect(page).toHaveURL(/[?&]system=react/);
  const shown = await codeOf(page).textContent();
  await page.goto(page.url());
  await expect(codeOf(page)).toHaveText(shown ?? '');
  await expect(page.getByRole('radio', { name: 'React' })).toBeChecked();
});

test('a server of the site is named as soon as it is found, and one that is not there is told', async ({
  embed,
  owned,
  page,
}) => {
  const slug = owned.addServer('Northwind');
  await page.goto(embed);
  await page.getByLabel('Server', { exact: true }).fill('nobody');
  await expect(page.getByText('This site has no server of that slug.')).toBeVisible();
  await page.getByLabel('Server', { exact: true }).fill(slug);
  await expect(page.locator('.found')).toHaveText('Northwind');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page asks for the site, then for the server, and prints the same snippet', async ({
    page,
    product,
    site,
  }) => {
    await page.goto(`${product.address}/embed`);
    await page.getByLabel('Site').fill('site_unknown');
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByText('There is no such site.')).toBeVisible();
    await page.getByLabel('Site').fill(site);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByLabel('Server', { exact: true }).fill(SERVER);
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(codeOf(page)).toContainText(`<server-vote site="${site}" server="${SERVER}">`);
  });
});

test('no key is anywhere on it, nor in what it asks', async ({ embed, owned, page }) => {
  const bodies: string[] = [];
  page.on('response', async (answer) => {
    if (/embed|checks/.test(answer.url())) bodies.push(await answer.text().catch(() => ''));
  });
  await page.goto(`${embed}&server=${SERVER}`);
  await expectState(previewOf(page, HOSTS[0] ?? '').locator('server-vote'), 'ready');
  const keys: { keys: { keyId: string }[] } = JSON.parse(owned.run('keys', 'list', '--json'));
  const secrets = [...(owned.printed().match(/\b[vu]k_\w+/g) ?? []), ...keys.keys.map(({ keyId }) => keyId), 'key_'];
  expect(secrets.length).toBeGreaterThan(3);
  expect(bodies.length).toBeGreaterThan(3);
  for (const secret of secrets) expect(bodies.filter((body) => body.includes(secret))).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, width, least] of [
    ['desktop', 1280, 24],
    ['phone', 360, 44],
  ] as const) {
    test(`it is sound on a ${device}, ${colorScheme}`, async ({ embed, page, troubles }, info) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const readShifts = await watchShifts(page, 0.001);
      await page.goto(`${embed}&server=${SERVER}&variant=card`);
      for (const host of HOSTS) await expectState(previewOf(page, host).locator('server-vote'), 'ready');
      expect(await findPageFaults(page, least)).toEqual([]);
      expect(await readShifts()).toEqual([]);
      await page.screenshot({ path: info.outputPath('page.png'), fullPage: true });
      expect(troubles).toEqual([]);
    });
  }
}
