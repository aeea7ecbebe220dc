import { randomInt } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { test as base, expect, type Product, startProduct } from './served-product.ts';

/** What may be on a page that hosts the widget. */
export interface HostOptions {
  /** Everything in the body; `{site}` stands for the site's id. */
  readonly body: string;
  readonly head?: string;
  readonly htmlAttributes?: string;
  /** `null` for a page without a policy. */
  readonly policy?: string | null;
}

interface Hosts {
  /** Opens a page that hosts the widget, as a visitor of a network of their own. */
  readonly openHost: (options?: Partial<HostOptions>, page?: Page) => Promise<Locator>;
  /** What went wrong in the browser: refusals of the page's policy, and errors. */
  readonly troubles: string[];
}

interface Products {
  readonly cooldownMs: number;
  /** The built product in demo mode. */
  readonly product: Product;
  readonly site: string;
}

export const SCRIPT = '<script type="module" src="/widget/v1/server-vote.js"></script>';
/** The strictest that the widget works under. */
export const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'";
export const SERVER = 'aurora-skyblock';
export const ELEMENT = `<server-vote site="{site}" server="${SERVER}"><a href="/s/{site}/${SERVER}">Vote for Aurora</a></server-vote>`;

/** Tests of the element on pages of other people. */
export const test = base.extend<Hosts, Products>({
  cooldownMs: [43_200_000, { option: true, scope: 'worker' }],
  product: [
    async ({ cooldownMs }, use) => {
      const env = { TRUST_PROXY: 'loopback', VOTE_COOLDOWN_MS: String(cooldownMs) };
      const product = await startProduct({ args: ['--demo'], env });
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ product }, use) => {
      const answer = await fetch(`${product.address}/demo/site.json`);
      await use((await answer.json()).site);
    },
    { scope: 'worker' },
  ],
  troubles: async ({ page, violations }, use) => {
    page.on('pageerror', (error) => violations.push(error.message));
    await use(violations);
  },
  openHost: async ({ context, page, product, site }, use) => {
    await moveToOwnNetwork(context);
    await use(async (options = {}, on = page) => {
      const { body = ELEMENT, head = SCRIPT, htmlAttributes = 'lang="en"', policy = POLICY } = options;
      const html = `<!doctype html><html ${htmlAttributes}><head><meta charset="utf-8"><title>Host</title>${head}</head><body>${body}</body></html>`;
      await on.route(`${product.address}/host`, (route) =>
        route.fulfill({
          contentType: 'text/html',
          headers: policy === null ? {} : { 'Content-Security-Policy': policy },
          body: html.replaceAll('{site}', site),
        }),
      );
      await on.goto(`${product.address}/host`);
      return on.locator('server-vote').first();
    });
  },
});
export { expect };

/** Gives a browser an address that nobody else votes from: one of so many networks that no two tests of a run meet by chance. */
export async function moveToOwnNetwork(context: BrowserContext): Promise<string> {
  const group = () => randomInt(65_536).toString(16);
  const address = `2001:db8:${group()}:${group()}::1`;
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': address });
  return address;
}

/** Waits until the element is in a state. */
export async function expectState(element: Locator, state: string): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Reflect.get(node, 'state')), { message: `state ${state}`, timeout: 12_000 })
    .toBe(state);
}

/** The requests of a page whose address has a part in it, as they happen. */
export function countRequests(page: Page, part: string): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(part)) urls.push(`${request.method()} ${request.url()}`);
  });
  return urls;
}
