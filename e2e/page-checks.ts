import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { findFaintText } from './contrast.ts';

/**
 * What a good page has no place for: all that axe finds, faint text, pictures without a size, targets that are hard to hit,
 * a page wider than its window, a document without a language. Each as a line. Inside of elements too.
 *
 * @param leastTarget height of what can be pressed, in pixels; links inside of sentences are left out.
 */
export async function findPageFaults(page: Page, leastTarget: number): Promise<string[]> {
  const faint = await findFaintText(page);
  const own = await page.evaluate(findOwnFaults, leastTarget);
  return [...own, ...faint.map(({ text, ratio }) => `${ratio}: ${text}`), ...(await findFaults(page))];
}

/** Runs in the page. */
function findOwnFaults(least: number): string[] {
  const faults: string[] = [];
  const all = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((node) => [node, ...(node.shadowRoot ? all(node.shadowRoot) : [])]);
  const hit = (x: number, y: number, root: DocumentOrShadowRoot = document): Element | null => {
    const found = root.elementFromPoint(x, y);
    return found?.shadowRoot && found.shadowRoot !== root ? hit(x, y, found.shadowRoot) : found;
  };
  const isInSentence = (target: Element) => target.localName === 'a' && target.closest('p, li') !== null;
  if (!document.documentElement.lang) faults.push('the document has no language');
  if (document.documentElement.scrollWidth > innerWidth)
    faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const node of all(document)) {
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    if (node instanceof HTMLImageElement) {
      const isSized = (name: string) => node.getAttribute(name) || `${node.computedStyleMap().get(name)}` !== 'auto';
      if (!isSized('width') || !isSized('height')) faults.push(`no size: ${node.src}`);
      const isAwaited = node.loading === 'lazy' && !node.complete;
      if (!isAwaited && node.naturalWidth === 0) faults.push(`broken: ${node.src}`);
    } else if (node.matches('a, button, input, select, summary') && !isInSentence(node)) {
      // A box or a dot is as large as the label around it, and some targets reach further than they show.
      const area = node.closest('label') ?? node;
      area.scrollIntoView({ block: 'center' });
      const { height, left, top, width } = area.getBoundingClientRect();
      const [x, y, half] = [left + width / 2, top + height / 2, least / 2 - 1];
      const isReached = [y - half, y + half].every((edge) => area.contains(hit(x, edge)));
      if ((height < least && !isReached) || width < 24)
        faults.push(`${Math.round(width)} x ${Math.round(height)}: ${node.outerHTML.slice(0, 120)}`);
    }
  }
  scrollTo(0, 0);
  return faults;
}
