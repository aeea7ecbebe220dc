import { codeOf, expect, openSpoilt, previewOf, test } from './embed-page.ts';
import { watchShifts } from './page-shifts.ts';
import { expectState } from './widget-page.ts';

const CARD = '&kind=card&resource=lantern-weather&game=hollow-tide&href=/mods/{slug}';

test('the snippet of a card, pasted into another website under a strict policy, works and moves nothing', async ({
  embed,
  page,
  paste,
  troubles,
}) => {
  const { snippet, address } = await paste(`${embed}${CARD}`);
  expect(snippet).toMatch(/\/widget\/\d+\.\d+\.\d+[\w.-]*\/resource-card\.js" integrity="sha384-[^"]+" crossorigin>/);
  const readShifts = await watchShifts(page, 0.001);
  await page.route('**/resource-card.js', async (route) => {
    // The link is there before the script.
    await expect(page.getByRole('link', { name: 'Lantern Weather' })).toBeVisible();
    await route.continue();
  });
  await page.goto(address);
  const card = page.locator('resource-card');
  await expectState(card, 'ready');
  await expect(card.getByRole('heading', { level: 3 })).toContainText('Lantern Weather');
  await expect(card.getByRole('link')).toHaveAttribute('href', '/mods/lantern-weather');
  const box = await card.boundingBox();
  expect([box?.width, Math.round(box?.height ?? 0)]).toEqual([328, 379]);
  expect(await readShifts()).toEqual([]);
  expect(troubles).toEqual([]);
  // Where there is nothing to show, the picture does not stand in what is said of that.
  await page.route('**/v1/resources/**', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expectState(card, 'error');
  await expect(page.locator('resource-card text')).toBeHidden();
  expect((await card.boundingBox())?.height).toBeCloseTo(379, 0);
});

test('a card whose file has another hash than promised leaves its link, in its size', async ({ embed, page }) => {
  const website = await openSpoilt(page, `${embed}${CARD}`, 'resource-card');
  const link = page.getByRole('link', { name: 'Lantern Weather' });
  await expect(link).toHaveText('Lantern Weather');
  const box = await link.getByRole('img').boundingBox();
  expect([box?.width, box?.height]).toEqual([328, 379]);
  // On a page that is read from the right, too, the words stand inside.
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  const [frame, words] = [await link.getByRole('img').boundingBox(), await link.locator('text').boundingBox()];
  expect(words?.x).toBeGreaterThan(frame?.x ?? Number.POSITIVE_INFINITY);
  await link.click();
  await expect(page).toHaveURL(`${website.address}/mods/lantern-weather`);
  website.stop();
});

test('the snippet of a list, pasted into another website under a strict policy, shows its pages', async ({
  embed,
  page,
  paste,
  troubles,
}) => {
  const { address } = await paste(`${embed}&kind=list&game=hollow-tide&limit=6`);
  await page.goto(address);
  const list = page.locator('resource-list');
  await expectState(list, 'ready');
  await expect(list.getByRole('listitem').filter({ has: page.getByRole('article') })).toHaveCount(6);
  expect(troubles).toEqual([]);
});

test('the keyboard alone comes to a card, whose title is named as soon as it is found', async ({ embed, page }) => {
  await page.goto(embed);
  await page.getByRole('radio', { name: 'Vote button' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Resource' })).toBeFocused();
  await page.keyboard.type('lantern-weathe');
  await expect(page.locator('#resource-note')).toHaveText('There is no resource of that slug, or not in that game.');
  await expect(codeOf(page)).toHaveCount(0);
  await page.keyboard.type('r');
  await expect(page.locator('#resource-note')).toHaveText('Lantern Weather');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('/mods/{slug}');
  await expect(codeOf(page)).toContainText(' href="/mods/{slug}">');
  await expect(codeOf(page)).toContainText('<a slot="place" href="/mods/lantern-weather"><svg ');
  const card = previewOf(page, 'On a plain page').locator('resource-card');
  await expectState(card, 'ready');
  // The preview is no website to leave.
  await card.getByRole('link').click();
  await expectState(card, 'ready');
  expect(page.frames().filter((frame) => frame.url().endsWith('/mods/lantern-weather'))).toEqual([]);
});
