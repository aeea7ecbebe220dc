import type { Locator, Page } from '@playwright/test';
import { expect } from './widget-page.ts';

export const RESOURCES_SCRIPT = '<script type="module" src="/widget/v1/resource-card.js"></script>';
export const CARD =
  '<resource-card site="{site}" resource="lantern-weather"><a href="/r">Lantern Weather</a></resource-card>';
export const LIST = '<resource-list site="{site}" limit="4"></resource-list>';
/** A sheet of the page; everything inline is refused. */
export const PAGE_SHEET =
  ':root{color-scheme:light dark} body{margin:20px;background:light-dark(#fff,#0f131a);color:light-dark(#000,#fff);display:flex;flex-wrap:wrap;gap:16px} resource-list{inline-size:100%} h1{inline-size:100%}';

/** Waits until all cards and lists of the page are past loading. */
export async function expectShown(page: Page, state = /^(?!loading)/): Promise<void> {
  const states = () =>
    page
      .locator('resource-card, resource-list')
      .evaluateAll((nodes) => nodes.map((node) => String(Reflect.get(node, 'state'))));
  await expect
    .poll(async () => (await states()).filter((found) => !state.test(found)), { message: `not ${state}` })
    .toEqual([]);
}

/** What lies outside its card: texts and pictures that a card cuts, but not by its own rules. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.locator('resource-card, resource-list').evaluateAll((nodes) =>
    nodes.flatMap((node) => {
      const cards = [...(node.shadowRoot?.querySelectorAll('article') ?? [])];
      return cards.flatMap((card) => {
        const box = card.getBoundingClientRect();
        const faults: string[] = [];
        if (card.scrollWidth > card.clientWidth) faults.push(`wide ${card.scrollWidth} in ${card.clientWidth}`);
        if (card.scrollHeight > card.clientHeight) faults.push(`high ${card.scrollHeight} in ${card.clientHeight}`);
        for (const line of card.children) {
          const own = line.getBoundingClientRect();
          if (own.left < box.left - 1 || own.right > box.right + 1) faults.push(`beside: ${line.getAttribute('part')}`);
        }
        return faults.map((fault) => `${card.querySelector('[part=title]')?.textContent?.slice(0, 40)}: ${fault}`);
      });
    }),
  );
}

/** Heights of all cards, each once. */
export async function heightsOf(cards: Locator): Promise<number[]> {
  const heights = await cards.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().height));
  return [...new Set(heights.map((height) => Math.round(height)))];
}

/** Brings everything on the page near the screen once, so that what waits for that is there. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    scrollTo(0, 0);
  });
}
