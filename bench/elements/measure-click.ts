import type { Page } from '@playwright/test';
import type { Visitors } from './visitors.ts';

/** From the click of a visitor until their vote is counted, and until they see it. */
export interface ClickSample {
  readonly countedMs: number;
  readonly shownMs: number;
}

/** Text, since the bench is compiled without the types of a browser. */
const LISTEN = `{
  const element = document.querySelector('server-vote');
  globalThis.click = new Promise((resolve, reject) => {
    let clicked;
    addEventListener('click', (event) => { clicked = event.timeStamp }, { capture: true });
    element.addEventListener('server-vote-refused', ({ code }) => reject(new Error(code)));
    element.addEventListener('server-vote-error', ({ code }) => reject(new Error(code)));
    element.addEventListener('server-vote-cast', () => {
      const countedMs = performance.now() - clicked;
      requestAnimationFrame(() => setTimeout(() => resolve({ countedMs, shownMs: performance.now() - clicked })));
    });
  });
  element.ready.then(() => element.state);
}`;

/** Somebody who was never here comes, waits for the button and clicks it; the vote goes through the hosted proxy. */
export function measureClick(visitors: Visitors, url: string): Promise<ClickSample> {
  return visitors.visit(async ({ page }) => {
    await page.goto(url);
    const state = await page.evaluate(LISTEN);
    if (state !== 'ready') throw new Error(`The element is ${state} and cannot be clicked.`);
    return clickOn(page, 'server-vote');
  });
}

/** The same with the bare button, which listens to itself. */
export function measureBareClick(visitors: Visitors, url: string): Promise<ClickSample> {
  return visitors.visit(async ({ page }) => {
    await page.goto(url);
    await page.evaluate('globalThis.asked');
    return clickOn(page, 'button');
  });
}

async function clickOn(page: Page, selector: string): Promise<ClickSample> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`There is no ${selector} on the page.`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  return page.evaluate<ClickSample>('globalThis.click');
}
