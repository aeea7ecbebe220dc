import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { findFaintText } from './contrast.ts';

/** Notes how much of the page has moved by itself, from its first paint on. Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'shifted', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput }: { value?: number; hadRecentInput?: boolean } = JSON.parse(
          JSON.stringify(entry),
        );
        if (hadRecentInput !== true)
          Reflect.set(globalThis, 'shifted', Reflect.get(globalThis, 'shifted') + (value ?? 0));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** How much has moved, as browsers count it: 0 is nothing. */
export function readShifts(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(globalThis, 'shifted')));
}

/**
 * What a good page has no place for: all that axe finds, faint text, pictures without a size, targets that are hard to hit,
 * a page wider than its window, a document without a language. Each as a line.
 *
 * @param leastTarget height of what can be pressed, in pixels; links inside of sentences are left out.
 */
export async function findPageFaults(page: Page, leastTarget: number): Promise<string[]> {
  const faint = await findFaintText(page);
  const own = await page.evaluate((least) => {
    const faults: string[] = [];
    if (!document.documentElement.lang) faults.push('the document has no language');
    if (document.documentElement.scrollWidth > innerWidth)
      faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    for (const image of document.querySelectorAll('img')) {
      if (!image.getAttribute('width') || !image.getAttribute('height')) faults.push(`no size: ${image.src}`);
      if (!image.complete || image.naturalWidth === 0) faults.push(`broken: ${image.src}`);
    }
    for (const target of document.querySelectorAll<HTMLElement>('a, button, input, select, summary')) {
      if (!target.checkVisibility() || (target.localName === 'a' && target.closest('p, li') !== null)) continue;
      // A box or a dot is as large as the label around it.
      const { height, width } = (target.closest('label') ?? target).getBoundingClientRect();
      if (height < least || width < 24)
        faults.push(`${Math.round(width)} x ${Math.round(height)}: ${target.outerHTML.slice(0, 120)}`);
    }
    return faults;
  }, leastTarget);
  return [...own, ...faint.map(({ text, ratio }) => `${ratio}: ${text}`), ...(await findFaults(page))];
}
