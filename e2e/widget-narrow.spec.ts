import type { Page } from '@playwright/test';
import { expect, expectState, SCRIPT, test } from './widget-page.ts';
import { actStates, attributesFor, routeStates, STAGED_STATES, type StagedState } from './widget-states.ts';

/** A list of cards, as websites show it on a phone: 246 px are left in a card of the narrowest, 316 px of the widest. */
const SHEET =
  ':root{color-scheme:light dark} body{margin:20px} ul{display:grid;grid-template-columns:minmax(0,1fr);gap:12px;margin:0;padding:0;list-style:none} li{padding:15px;border:1px solid gray;border-radius:12px}';
const WIDTHS = [320, 360, 390];
const VARIANTS = ['button', 'card'];
/** Pixels between the words and the edges of their button. */
const AIR = 5;

function cardsOf(states: readonly StagedState[], variant: string): string {
  const cards = states.map(
    (state) =>
      `<li><server-vote ${attributesFor(state)} variant="${variant}"><a href="/">Vote for Aurora</a></server-vote><p>Islands in the sky</p></li>`,
  );
  return `<ul>${cards.join('')}</ul>`;
}

/** @returns what the head of the page needs */
async function routeSheet(page: Page): Promise<string> {
  await page.route('**/cards.css', (route) => route.fulfill({ contentType: 'text/css', body: SHEET }));
  return `<link rel="stylesheet" href="/cards.css">${SCRIPT}`;
}

interface Measured {
  readonly state: string;
  readonly height: number;
  /** Between the words and the closer one of the upper and the lower edge of the button. */
  readonly air: number;
  /** How far the button reaches out of the element, to the side. */
  readonly spill: number;
}

function measure(page: Page): Promise<Measured[]> {
  return page.locator('server-vote').evaluateAll((nodes) =>
    nodes.map((node) => {
      const box = node.shadowRoot?.querySelector('.box');
      const edges = box?.getBoundingClientRect() ?? new DOMRect();
      const airs = [...(box?.querySelectorAll('.label, .note') ?? [])].flatMap((text) => {
        const { top, bottom, height } = text.getBoundingClientRect();
        return height > 0 ? [top - edges.top, edges.bottom - bottom] : [];
      });
      const { height, left, right } = node.getBoundingClientRect();
      const spill = Math.max(left - edges.left, edges.right - right);
      return { state: node.className, height, air: Math.min(...airs), spill };
    }),
  );
}

for (const variant of VARIANTS) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`in cards on a phone, the ${variant} in ${colorScheme} has one height and air around its words in every state`, async ({
      openHost,
      page,
      site,
      troubles,
    }, info) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await routeStates(page, site);
      await openHost({ head: await routeSheet(page), body: cardsOf(STAGED_STATES, variant) });
      await actStates(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 740 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await page.screenshot({ path: info.outputPath(`${variant}-${colorScheme}-${width}.png`), fullPage: true });
        const measured = await measure(page);
        expect(new Set(measured.map(({ height }) => height)).size, `${width}: ${JSON.stringify(measured)}`).toBe(1);
        const cramped = measured.filter(({ air, spill }) => air < AIR || spill > 0);
        expect(cramped, `${width}`).toEqual([]);
      }
      expect(troubles).toEqual([]);
    });
  }

  test(`in a card on a phone, nothing moves when the ${variant} learns that the network has voted`, async ({
    openHost,
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await routeStates(page, site);
    const answers: (() => void)[] = [];
    await page.route(/\/staged\//, async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.fallback();
    });
    const element = await openHost({ head: await routeSheet(page), body: cardsOf(['cooldown'], variant) });
    await expect(element.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
    await expectState(element, 'checking');
    const places = () =>
      page
        .locator('server-vote, p')
        .evaluateAll((nodes) => nodes.map((node) => JSON.stringify(node.getBoundingClientRect())));
    const before = await places();
    await expect.poll(() => answers.length).toBe(1);
    for (const answer of answers) answer();
    await expectState(element, 'cooldown');
    await expect(element.getByRole('button')).toContainText('Your network has voted');
    expect(await places()).toEqual(before);
  });
}
