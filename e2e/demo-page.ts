import type { Locator, Page, Request } from '@playwright/test';
import { test as base, expect, expectState, moveToOwnNetwork } from './widget-page.ts';

/** The demo as a visitor of a network of their own handles it. */
export interface DemoPage {
  /** The element that comes first on the page. */
  readonly element: Locator;
  readonly button: Locator;
  /** The requests of the page so far. */
  readonly requests: readonly Request[];
  /** Opens a page of the demo, and waits until each of its elements knows how things stand. */
  open(path?: string): Promise<void>;
}

interface Demos {
  readonly demo: DemoPage;
  /** What went wrong in the browser: refusals of the page's policy, errors, warnings, requests to elsewhere. */
  readonly troubles: string[];
}

export const PAGES = ['/', '/demo/strict-csp', '/demo/two-sites', '/demo/hostile-css', '/demo/right-to-left'];

/** Tests of the demo: the built product in demo mode, one for each worker. */
export const test = base.extend<Demos>({
  troubles: async ({ page, product, troubles }, use) => {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(product.address)) troubles.push(`asked ${request.url()}`);
    });
    await use(troubles);
  },
  demo: async ({ context, page, product }, use) => {
    await moveToOwnNetwork(context);
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    const element = page.locator('server-vote').first();
    await use({
      element,
      button: element.getByRole('button'),
      requests,
      async open(path = '/') {
        await page.goto(product.address + path);
        await expect(page.locator('server-vote:state(checking)')).toHaveCount(0);
      },
    });
  },
});
export { expect, expectState };

/** How many votes the element knows of. */
export function votesOf(element: Locator): Promise<number> {
  return element.evaluate((node) => Number(Reflect.get(node, 'votes')));
}

/** The width and height of each element of the page, in CSS pixels. */
export function sizesOf(page: Page): Promise<string[]> {
  return page.locator('server-vote').evaluateAll((nodes) =>
    nodes.map((node) => {
      const { width, height } = node.getBoundingClientRect();
      return `${Math.round(width)} x ${Math.round(height)}`;
    }),
  );
}
