import type { Page } from '@playwright/test';

/**
 * Watches what moves, also after a click, from the first moment of each page on.
 *
 * @param tolerated how much may move in sum, as browsers count it: 1 is the whole window.
 * @returns what tells which nodes moved, from where to where, unless it was tolerated.
 */
export async function watchShifts(page: Page, tolerated = 0): Promise<() => Promise<string[]>> {
  await page.addInitScript(noteShifts);
  return () =>
    page.evaluate(async (most) => {
      // What has just changed moves with the next frame, and is told after it.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { lines, sum } = Reflect.get(globalThis, 'readShifts')();
      return sum > most ? lines : [];
    }, tolerated);
}

interface Moved {
  readonly node: Node | null;
  readonly previousRect: DOMRectReadOnly;
  readonly currentRect: DOMRectReadOnly;
}

/** Runs in the page. */
function noteShifts(): void {
  const shifts: { readonly lines: string[]; sum: number } = { lines: [], sum: 0 };
  const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      const value = Number(Reflect.get(entry, 'value'));
      const sources: Moved[] = Reflect.get(entry, 'sources');
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node?.nodeName} "${node?.textContent?.trim().slice(0, 30)}": ${placeOf(previousRect)} → ${placeOf(currentRect)}`,
      );
      shifts.sum += value;
      shifts.lines.push(`${value}: ${moved.join(', ')}`);
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  Reflect.set(globalThis, 'readShifts', () => {
    note(observer.takeRecords());
    return shifts;
  });
}
