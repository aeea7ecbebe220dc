import type { Page } from '@playwright/test';
import { holdBack, waitForFirstPaint } from './hold-back.ts';
import { watchShifts } from './page-shifts.ts';
import { ELEMENT, expect, expectState, test } from './widget-page.ts';

const SCHEMES = ['light', 'dark'] as const;
const PAGES = ['normal', 'light dark', 'dark'];
const THEMES = ['auto', 'light', 'dark'];
const ACCENTS = ['#ff0000', '#ffd43b', '#777777', '#00aa55', '#0000ff', '#ff00ff', '#ffffff', '#000000'];

/** Lowest contrast of a text with the box that it stands in, over all elements of the page. */
function lowestContrast(page: Page): Promise<number> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const lightOf = (colour: string): number => {
      if (!context) return 0;
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const parts = [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * (parts[0] ?? 0) + 0.7152 * (parts[1] ?? 0) + 0.0722 * (parts[2] ?? 0);
    };
    const ratios = [...document.querySelectorAll('server-vote')].flatMap(({ shadowRoot }) => {
      const box = shadowRoot?.querySelector('.box');
      if (!box) return [0];
      const ground = lightOf(getComputedStyle(box).backgroundColor);
      const texts = [...box.querySelectorAll('.label, .count, .note > *')].filter((text) => text.checkVisibility());
      return texts.map((text) => {
        const light = lightOf(getComputedStyle(text).color);
        return (Math.max(light, ground) + 0.05) / (Math.min(light, ground) + 0.05);
      });
    });
    return Math.min(...ratios);
  });
}

for (const scheme of SCHEMES) {
  test(`text stands out on a ${scheme} system, whatever the page and the element say`, async ({ openHost, page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const others = THEMES.map(
      (theme) =>
        ELEMENT.replace('<server-vote', `<server-vote theme="${theme}"`) +
        ELEMENT.replace('<server-vote', `<server-vote theme="${theme}"`).replace(
          'server="aurora-skyblock"',
          'server="northwind-rp"',
        ) +
        ELEMENT.replace('<server-vote', `<server-vote theme="${theme}"`).replace('{site}', 'no-such-site'),
    );
    const element = await openHost({ body: others.join('') });
    await element.getByRole('button').click();
    await expectState(element, 'voted');
    for (const colorScheme of PAGES) {
      await page.evaluate((value) => document.documentElement.style.setProperty('color-scheme', value), colorScheme);
      expect(await lowestContrast(page), colorScheme).toBeGreaterThanOrEqual(4.5);
    }
  });

  test(`an accent alone makes a coherent element on a ${scheme} system`, async ({ openHost, page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const element = await openHost();
    await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'light dark'));
    await expectState(element, 'ready');
    for (const accent of ACCENTS) {
      await element.evaluate((node, value) => node.style.setProperty('--server-vote-accent', value), accent);
      expect(await lowestContrast(page), accent).toBeGreaterThanOrEqual(4.5);
      await element.getByRole('button').hover();
      expect(await lowestContrast(page), `${accent} under the pointer`).toBeGreaterThanOrEqual(4.5);
      await page.mouse.move(0, 500);
    }
  });
}

test('the element paints nothing outside of itself, and adds nothing to the page', async ({ openHost, page }) => {
  const before = '<p id="before">Before</p>';
  const element = await openHost({ body: `${before}${ELEMENT}<p id="after">After</p>` });
  await expectState(element, 'ready');
  const counts = await page.evaluate(() => [document.head.childElementCount, document.body.childElementCount]);
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  expect(await page.evaluate(() => [document.head.childElementCount, document.body.childElementCount])).toEqual(counts);
  const outside = await element.evaluate((node) => {
    const { bottom, left, right, top } = node.getBoundingClientRect();
    const points = [
      [left - 3, top + 9],
      [right + 3, top + 9],
      [left + 9, top - 3],
      [left + 9, bottom + 3],
    ] as const;
    return points.map(([x, y]) => document.elementFromPoint(x, y) === node);
  });
  expect(outside).toEqual([false, false, false, false]);
});

test('a script that comes late moves nothing where the snippet keeps the room', async ({ openHost, page }) => {
  const readShifts = await watchShifts(page, 0.001);
  const release = await holdBack(page, '**/server-vote.js');
  await page.route('**/room.css', (route) =>
    route.fulfill({
      contentType: 'text/css',
      body: 'server-vote { display: inline-block; width: 288px; height: 51px }',
    }),
  );
  const head =
    '<link rel="stylesheet" href="/room.css"><script type="module" src="/widget/v1/server-vote.js"></script>';
  const opening = openHost({ head, body: `${ELEMENT}<p>After</p>` });
  await waitForFirstPaint(page);
  release();
  const element = await opening;
  await expectState(element, 'ready');
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  expect(await readShifts()).toEqual([]);
});
