import type { Page } from '@playwright/test';
import { describePictureMachine, reasonNotToCompare, recordPictureMachine } from './picture-machine.ts';
import { expect, SCRIPT, test } from './widget-page.ts';
import { actStates, attributesFor, routeStates, type StagedState } from './widget-states.ts';

const VARIANTS = ['button', 'compact', 'card'] as const;
const THEMES = ['light', 'dark'] as const;
const SIZES = ['medium', 'large'] as const;
const ROWS: readonly (readonly [StagedState, label: string])[] = [
  ['checking', 'checking'],
  ['ready', 'ready'],
  ['asking', 'ready, asks for a name'],
  ['voting', 'voting'],
  ['voted', 'voted'],
  ['own', 'cooldown, own vote'],
  ['cooldown', 'cooldown, network'],
  ['busy', 'busy'],
  ['offline', 'offline'],
  ['error', 'error'],
  ['misconfigured', 'misconfigured'],
];
const SHEET = `
  :root { color-scheme: light; background: #fff; color: #1c2330; font: 13px/1.4 system-ui, sans-serif }
  .dark { color-scheme: dark; background: #10141b; color: #e8ebf2 }
  body { display: grid; grid-template-columns: repeat(3, max-content); gap: 18px 28px; align-items: center; width: max-content; margin: 0; padding: 28px }
  h1 { grid-column: 1 / -1; margin: 0; font-size: 17px }
  a { color: inherit }`;
/** A few pixels of edges may come out otherwise; a word, a place, or the shade of a colour may not. */
const TOLERANCE = { threshold: 0.01, maxDiffPixels: 12 };

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1000, height: 2400 } });

for (const variant of VARIANTS) {
  for (const theme of THEMES) {
    test(`the ${variant} in ${theme} looks as in its picture, in every state and size`, async ({
      openHost,
      page,
      site,
      browser,
      troubles,
    }, info) => {
      await standStill(page);
      await routeStates(page, site);
      await page.route('**/sheet.css', (route) => route.fulfill({ contentType: 'text/css', body: SHEET }));
      await openHost({
        htmlAttributes: `lang="en" class="${theme}"`,
        head: `<link rel="stylesheet" href="/sheet.css">${SCRIPT}`,
        body: sheetOf(variant, theme),
      });
      await actStates(page);
      await expectPictures(page);
      const picture = await page.locator('body').screenshot({ path: info.outputPath(`${variant}-${theme}.png`) });
      const machine = await describePictureMachine(browser);
      const isRemade = info.config.updateSnapshots === 'changed';
      const reason = isRemade ? null : reasonNotToCompare(machine);
      if (isRemade) recordPictureMachine(machine);
      if (reason === null) expect(picture).toMatchSnapshot(`${variant}-${theme}.png`, TOLERANCE);
      else console.log(`${variant}-${theme}.png was made, not compared: ${reason}.`);
      expect(troubles).toEqual([]);
    });
  }
}

/** A row for each state, a column for each size. */
function sheetOf(variant: string, theme: string): string {
  const rows = ROWS.map(([state, label]) => {
    const cells = SIZES.map(
      (size) =>
        `<server-vote ${attributesFor(state)} variant="${variant}" theme="${theme}" size="${size}"><a href="/">Vote</a></server-vote>`,
    );
    return `<span>${label}</span>${cells.join('')}`;
  });
  return `<h1>${variant}, ${theme}</h1><span></span>${SIZES.map((size) => `<span>${size}</span>`).join('')}${rows.join('')}`;
}

/** Stops every clock of the page, and all chance. Timers still ring, and find that no time has passed. */
async function standStill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const now = Date.parse('2026-05-04T12:00:00Z');
    Date.now = () => now;
    performance.now = () => 0;
    Math.random = () => 0.5;
    AbortSignal.timeout = () => new AbortController().signal;
  });
}

/** Waits for the pictures in the cards. */
async function expectPictures(page: Page): Promise<void> {
  for (const image of await page.locator('server-vote img').all())
    await expect
      .poll(() => image.evaluate((node) => node instanceof HTMLImageElement && node.complete && node.naturalWidth > 0))
      .toBe(true);
}
