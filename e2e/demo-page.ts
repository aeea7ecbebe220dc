import type { Locator, Page } from '@playwright/test';
import { test as base, expect, type Product, startProduct } from './served-product.ts';

/** The demo page as a visitor handles it. */
export interface DemoPage {
  readonly page: Page;
  readonly button: Locator;
  readonly votes: Locator;
  readonly note: Locator;
  /** The row of another server. */
  row(name: string): { readonly button: Locator; readonly all: Locator };
  /** Opens the page, or opens it again, and waits until it knows how things stand. */
  open(): Promise<void>;
}

export interface DemoOptions {
  /** Added to the environment of the service. */
  readonly env: Record<string, string>;
}

interface Demos {
  readonly demoOptions: DemoOptions;
  /** The built product in demo mode, just started for this test. */
  readonly product: Product;
  readonly demo: DemoPage;
  /** What went wrong in the browser: refusals of the page's policy, errors, requests to elsewhere. */
  readonly troubles: string[];
}

/** Tests of the demo page. */
export const test = base.extend<Demos>({
  demoOptions: [{ env: {} }, { option: true }],
  product: async ({ demoOptions }, use) => {
    const product = await startProduct({ args: ['--demo'], env: { TRUST_PROXY: 'loopback', ...demoOptions.env } });
    await use(product);
    await product.stop();
  },
  troubles: async ({ page, product, violations }, use) => {
    page.on('pageerror', (error) => violations.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') violations.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(product.address)) violations.push(`asked ${request.url()}`);
    });
    await use(violations);
  },
  demo: async ({ page, product }, use) => {
    await use(openDemoPage(page, product.address));
  },
});
export { expect };

export function openDemoPage(page: Page, address: string): DemoPage {
  const button = page.locator('.hero button');
  return {
    page,
    button,
    votes: page.locator('.hero-count'),
    note: page.locator('.hero-note'),
    row(name) {
      const all = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
      return { all, button: all.getByRole('button') };
    },
    async open() {
      await page.goto(`${address}/`);
      await expect(button).not.toHaveAttribute('data-state', 'checking');
    },
  };
}
