import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { ELEMENT, expect, expectState, POLICY, SERVER, test } from './widget-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One element in each state, all three ways. Faults are injected where the real service would have to break. */
const STATES = ['ready', 'checking', 'voting', 'voted', 'cooldown', 'busy', 'offline', 'error', 'misconfigured'];
const VARIANTS = ['button', 'compact', 'card'];
/** A vote for one server shows in all its elements. */
const SERVERS: Readonly<Record<string, string>> = { voted: 'northwind-rp', misconfigured: 'no-such' };

/** Shows every state of every variant, each through an endpoint of its own. */
async function showStates(page: Page, site: string): Promise<void> {
  await page.route(/\/faults\/(\w+)\/vote/, async (route) => {
    const url = route.request().url();
    const state = /faults\/(\w+)/.exec(url)?.[1];
    if (route.request().method() === 'POST' && state === 'voting') return;
    if (state === 'checking') return;
    if (state === 'error') return route.fulfill({ status: 500, body: 'no' });
    if (state === 'offline') return route.abort();
    const busy = { status: 429, code: 'rate_limited', retryAfter: 30 };
    if (state === 'busy') return route.fulfill({ status: 429, contentType: 'application/problem+json', json: busy });
    const answer = await route.fetch({ url: url.replace(`faults/${state}`, `sites/${site}`) });
    if (state !== 'cooldown') return route.fulfill({ response: answer });
    const body = await answer.json();
    const nextVoteAt = new Date(Date.parse(body.now) + 15_129_500).toISOString();
    return route.fulfill({ json: { ...body, results: [{ ...body.results[0], canVote: false, nextVoteAt }] } });
  });
  await page.evaluate(
    async ({ states, variants, server, servers }) => {
      for (const variant of variants) {
        for (const state of states) {
          const node = document.createElement('server-vote');
          for (const [name, value] of Object.entries({ variant, endpoint: `/faults/${state}` }))
            node.setAttribute(name, value);
          node.setAttribute('server', servers[state] ?? server);
          node.className = state;
          node.innerHTML = '<a href="/">Vote</a>';
          document.body.append(node);
        }
      }
      await Promise.all(
        [...document.querySelectorAll('server-vote:not(.checking)')].map((node) => Reflect.get(node, 'ready')),
      );
      for (const state of ['voted', 'voting'])
        Reflect.get(document.querySelector(`.${state}`) ?? {}, 'vote').call(document.querySelector(`.${state}`));
      Object.defineProperty(navigator, 'onLine', { get: () => false });
      await Promise.all(
        [...document.querySelectorAll('.offline')].map((node) => Reflect.get(node, 'refresh').call(node)),
      );
    },
    { states: STATES, variants: VARIANTS, server: SERVER, servers: SERVERS },
  );
  for (const state of STATES)
    for (const index of [0, 1, 2]) await expectState(page.locator(`server-vote.${state}`).nth(index), state);
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
      await openHost({
        body: '<h1>Vote</h1>',
        head: `<link rel="stylesheet" href="/e2e.css">${'<script type="module" src="/widget/v1/server-vote.js"></script>'}`,
      });
      await page.route('**/e2e.css', (route) =>
        route.fulfill({
          contentType: 'text/css',
          body: ':root{color-scheme:light dark} body{display:flex;flex-wrap:wrap;gap:16px;padding:20px} h1{inline-size:100%}',
        }),
      );
      await page.reload();
      await showStates(page, site);
      await page.evaluate(AXE);
      const faults = await page.evaluate(async () => {
        const { violations } = await Reflect.get(globalThis, 'axe').run(document, {
          rules: { region: { enabled: false }, 'landmark-one-main': { enabled: false } },
        });
        return violations.map((violation: { id: string; nodes: { target: unknown; failureSummary: string }[] }) => [
          violation.id,
          ...violation.nodes.map((node) => `${node.target} ${node.failureSummary}`),
        ]);
      });
      await page.screenshot({ path: info.outputPath(`states-${colorScheme}.png`), fullPage: true });
      expect(faults).toEqual([]);
      expect(troubles).toEqual([]);
    });
  });
}

test('every variant has one size in all states', async ({ openHost, page, site }) => {
  await openHost({ body: '' });
  await showStates(page, site);
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
  await page.route('**/languages/fr.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  const element = await openHost({ htmlAttributes: 'lang="fr"' });
  const size = () => element.evaluate((node) => `${node.clientWidth}${node.clientHeight}`);
  const before = await element.evaluate((node) =>
    Reflect.get(node, 'ready').then(() => node.shadowRoot?.querySelector('.base')?.className),
  );
  expect(before).toContain('checking');
  const sizeBefore = await size();
  await expect(element.getByRole('button')).toContainText('Voter');
  expect(await size()).toBe(sizeBefore);
});

test('an aggressive sheet of the page changes nothing inside', async ({ openHost, page }) => {
  const hostile =
    '* { font: italic 40px serif !important; letter-spacing: 1em !important } button, span, svg { background: red !important; border: 9px solid !important; display: none !important } server-vote { font-size: 60px; text-transform: uppercase; line-height: 4 }';
  await page.route('**/hostile.css', (route) => route.fulfill({ contentType: 'text/css', body: hostile }));
  const element = await openHost({
    head: '<link rel="stylesheet" href="/hostile.css"><script type="module" src="/widget/v1/server-vote.js"></script>',
    policy: POLICY,
  });
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
