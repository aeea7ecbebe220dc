import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { holdBack } from './hold-back.ts';
import { ELEMENT, expect, expectState, POLICY, SCRIPT, SERVER, test } from './widget-page.ts';
import { actStates, attributesFor, routeStates, STAGED_STATES } from './widget-states.ts';

const VARIANTS = ['button', 'compact', 'card'];
/** One element in each state, all three ways. */
const EVERY_STATE = VARIANTS.flatMap((variant) =>
  STAGED_STATES.map(
    (state) => `<server-vote ${attributesFor(state)} variant="${variant}"><a href="/">Vote</a></server-vote>`,
  ),
).join('');

/** Gives the page a sheet of its own. @returns what its head needs */
async function routeSheet(page: Page, css: string): Promise<string> {
  await page.route('**/e2e.css', (route) => route.fulfill({ contentType: 'text/css', body: css }));
  return `<link rel="stylesheet" href="/e2e.css">${SCRIPT}`;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in a ${colorScheme} page`, () => {
    test.use({ colorScheme });

    test('no state has a fault that axe knows, and none offends a strict policy', async ({
      openHost,
      page,
      site,
      troubles,
    }, info) => {
      await routeStates(page, site);
      const css = ':root{color-scheme:light dark} main{display:flex;flex-wrap:wrap;gap:16px} h1{inline-size:100%}';
      const head = await routeSheet(page, css);
      await openHost({ head, body: `<main><h1>Vote</h1>${EVERY_STATE}</main>` });
      await actStates(page);
      await page.screenshot({ path: info.outputPath(`states-${colorScheme}.png`), fullPage: true });
      expect(await findFaults(page)).toEqual([]);
      expect(troubles).toEqual([]);
    });
  });
}

test('every variant has one size in all states', async ({ openHost, page, site }) => {
  await routeStates(page, site);
  await openHost({ body: EVERY_STATE });
  await actStates(page);
  for (const variant of VARIANTS) {
    const sizes = await page
      .locator(`server-vote[variant=${variant}]`)
      .evaluateAll((nodes) =>
        nodes.map((node) => `${node.getBoundingClientRect().width} x ${node.getBoundingClientRect().height}`),
      );
    expect(new Set(sizes).size, `${variant}: ${sizes}`).toBe(1);
    const clipped = await page.locator(`server-vote[variant=${variant}]`).evaluateAll((nodes) =>
      nodes
        .filter((node) => {
          const box = node.shadowRoot?.querySelector('.box');
          return box && (box.scrollHeight > box.clientHeight + 8 || box.scrollWidth > box.clientWidth + 8);
        })
        .map((node) => node.className),
    );
    expect(clipped, variant).toEqual([]);
  }
});

test('forced colours leave an edge, a grey button that waits, and its progress', async ({ openHost, page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const element = await openHost();
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  const look = await element.getByRole('button').evaluate((button) => {
    const probe = document.createElement('p');
    probe.style.color = 'GrayText';
    document.body.append(probe);
    const label = button.querySelector('[part=label]');
    const bar = button.querySelector('[part=bar]');
    return {
      border: Number.parseFloat(getComputedStyle(button).borderTopWidth),
      isGrey: label !== null && getComputedStyle(label).color === getComputedStyle(probe).color,
      bar: bar ? getComputedStyle(bar, '::before').forcedColorAdjust : '',
    };
  });
  expect(look).toEqual({ border: 1, isGrey: true, bar: 'none' });
});

test('less motion is no motion', async ({ openHost, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const element = await openHost();
  await expectState(element, 'ready');
  await page.route('**/vote', () => undefined);
  await element.getByRole('button').click();
  await expectState(element, 'voting');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('direction follows the page, also when it changes; digits stay in order', async ({ openHost, page }) => {
  const element = await openHost();
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  const isMirrored = () =>
    element.evaluate((node) => {
      const left = (part: string) =>
        node.shadowRoot?.querySelector(`[part=${part}]`)?.getBoundingClientRect().left ?? 0;
      return left('icon') > left('count');
    });
  expect(await isMirrored()).toBe(false);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  expect(await isMirrored()).toBe(true);
  await expect(element.getByRole('button')).toContainText(/1[12]:\d\d:\d\d/);
});

test('Arabic is written from the right, in words and lengths of its own', async ({ openHost, troubles }) => {
  const element = await openHost({ htmlAttributes: 'lang="ar" dir="rtl"' });
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  await expect(element.getByRole('button')).toContainText('شكرًا لتصويتك');
  await expect(element.locator('output')).toContainText(/ساعة/);
  await expect(element.locator('output')).not.toContainText(/[a-z]/i);
  expect(troubles).toEqual([]);
});

test('a language that comes late moves nothing, and is never mixed', async ({ openHost, page }) => {
  const release = await holdBack(page, '**/languages/fr.js*');
  const element = await openHost({ htmlAttributes: 'lang="fr"' });
  const size = () => element.evaluate((node) => `${node.clientWidth}${node.clientHeight}`);
  const before = await element.evaluate((node) =>
    Reflect.get(node, 'ready').then(() => node.shadowRoot?.querySelector('.base')?.className),
  );
  expect(before).toContain('checking');
  const sizeBefore = await size();
  release();
  await expect(element.getByRole('button')).toContainText('Voter');
  expect(await size()).toBe(sizeBefore);
});

test('a language file of an earlier version, which lacks words, is no language', async ({ openHost, page }) => {
  await page.route('**/languages/de.js*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: "export const messages = ['Abstimmen'];",
    }),
  );
  const element = await openHost({ htmlAttributes: 'lang="de"' });
  await element.getByRole('button', { name: 'Vote' }).click();
  await expectState(element, 'voted');
  await expect(element.locator('output')).toContainText(/again in 1[12] hours/);
});

test('an aggressive sheet of the page changes nothing inside', async ({ openHost, page }) => {
  const hostile =
    '* { font: italic 40px serif !important; letter-spacing: 1em !important } button, span, svg { background: red !important; border: 9px solid !important; display: none !important } server-vote { font-size: 60px; text-transform: uppercase; line-height: 4 }';
  const element = await openHost({ head: await routeSheet(page, hostile), policy: POLICY });
  await expectState(element, 'ready');
  const look = await element.getByRole('button').evaluate((button) => {
    const { display, fontSize, fontStyle, letterSpacing, textTransform } = getComputedStyle(button);
    return { display, fontSize, fontStyle, letterSpacing, textTransform };
  });
  expect(look).toEqual({
    display: 'flex',
    fontSize: '15px',
    fontStyle: 'normal',
    letterSpacing: 'normal',
    textTransform: 'none',
  });
  expect(await page.evaluate(() => document.querySelectorAll('style').length)).toBe(0);
});

test('a name is asked for once, checked, and remembered', async ({ openHost, page }) => {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') bodies.push(request.postData() ?? '');
  });
  const element = await openHost({ body: ELEMENT.replace('<server-vote', '<server-vote ask-username') });
  await expectState(element, 'ready');
  const size = await element.evaluate((node) => node.getBoundingClientRect().toJSON());
  await element.getByRole('button').click();
  const field = element.getByRole('textbox', { name: 'Name in the game' });
  await expect(field).toBeFocused();
  expect(await element.evaluate((node) => node.getBoundingClientRect().toJSON())).toEqual(size);
  await page.keyboard.press('Enter');
  await field.fill('  \u200b ');
  await page.keyboard.press('Enter');
  expect(bodies).toEqual([]);
  await field.fill(' Mirelle ');
  await page.keyboard.press('Enter');
  await expectState(element, 'voted');
  expect(JSON.parse(bodies[0] ?? '')).toEqual({ slug: SERVER, username: 'Mirelle' });
  expect(await page.evaluate(() => localStorage.getItem('server-vote-username'))).toBe('Mirelle');
});

test('a name that the browser does not keep is asked for once all the same, and can be left with Escape', async ({
  openHost,
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  const element = await openHost({ body: ELEMENT.replace('<server-vote', '<server-vote ask-username') });
  await expectState(element, 'ready');
  await element.getByRole('button').click();
  await page.keyboard.press('Escape');
  await expect(element.getByRole('button', { name: 'Vote' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Mirelle');
  await page.keyboard.press('Enter');
  await expectState(element, 'voted');
  await expect(element.getByRole('button')).toBeFocused();
});
