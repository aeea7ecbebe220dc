import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { startWebsite, type Website } from './second-website.ts';
import { type Product, startProduct } from './served-product.ts';
import { test as base, expect, moveToOwnNetwork } from './widget-page.ts';

const CLI = resolve(import.meta.dirname, '../dist/server/cli.js');

/** The product in demo mode, and its command line on the same data. */
export interface OwnedProduct extends Product {
  /** Runs a command of an operator. @returns what it printed. */
  run(...args: string[]): string;
  /** Makes a server of the demo's account. @returns its slug. */
  addServer(name: string): string;
}

interface Pasted {
  readonly snippet: string;
  /** Where it was pasted. The site allows this website. */
  readonly address: string;
}

interface Owned {
  /** The embed page of the demo's site. */
  readonly embed: string;
  /** Pastes the snippet of an address of the embed page into another website, which is there until the test ends. */
  readonly paste: (address: string) => Promise<Pasted>;
}

/** Tests that need an operator beside the browser. */
export const test = base.extend<Owned, { owned: OwnedProduct }>({
  owned: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
    async ({}, use) => {
      const data = mkdtempSync(join(tmpdir(), 'server-vote-owned-'));
      const product = await startProduct({ args: ['--demo'], env: { TRUST_PROXY: 'loopback', DATA_DIR: data } });
      await use({
        ...product,
        run: (...args) => runCli(data, args),
        addServer(name) {
          const slug = `server-${randomInt(1_000_000_000)}`;
          runCli(data, ['servers', 'create', '--account', 'demo', '--name', name, '--slug', slug]);
          return slug;
        },
      });
      await product.stop();
      rmSync(data, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  product: [async ({ owned }, use) => use(owned), { scope: 'worker' }],
  embed: async ({ context, product, site }, use) => {
    await moveToOwnNetwork(context);
    await use(`${product.address}/embed?site=${site}`);
  },
  paste: async ({ owned, page, site }, use) => {
    const websites: Website[] = [];
    await use(async (address) => {
      const snippet = await readSnippet(page, address);
      const website = await startHost(page, snippet);
      websites.push(website);
      owned.run('sites', 'update', site, '--add-origin', website.address);
      return { snippet, address: website.address };
    });
    for (const website of websites) website.stop();
  },
});
export { expect };

/** What is to be pasted. */
export function codeOf(page: Page): Locator {
  return page.locator('#snippet');
}

export function previewOf(page: Page, host: string): FrameLocator {
  return page.frameLocator(`iframe[title="Preview: ${host}"]`);
}

/** Reads the snippet off the page, as somebody who copies it. */
async function readSnippet(page: Page, address: string): Promise<string> {
  await page.goto(address);
  return (await codeOf(page).textContent()) ?? '';
}

/**
 * Another website with a snippet and words below it, under the strictest policy that the docs name.
 *
 * @param page that will open it.
 */
async function startHost(page: Page, snippet: string): Promise<Website> {
  // The header that gives a test a network of its own would make the browser ask for leave before it takes the script.
  await page.route('**/widget/**', (route) => route.continue());
  const service = new URL(/src="([^"]+)"/.exec(snippet)?.[1] ?? '').origin;
  const policy = `default-src 'none'; script-src ${service}; connect-src ${service}; img-src ${service}; style-src 'self'`;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title>${snippet}<p>Words below it.</p></html>`;
  return startWebsite(() => html, { 'Content-Security-Policy': policy });
}

/** Opens a website with the snippet, but with another hash than the file has, and waits until the browser has refused it. */
export async function openSpoilt(page: Page, address: string, tag: string): Promise<Website> {
  const snippet = await readSnippet(page, address);
  const spoilt = snippet.replace(/(integrity="sha384-).{8}/, '$1AAAAAAAA');
  expect(spoilt).not.toBe(snippet);
  const website = await startHost(page, spoilt);
  const refused = page.waitForEvent('console', (message) => message.text().includes("'integrity' attribute"));
  await page.goto(website.address);
  await refused;
  expect(await page.evaluate((name) => customElements.get(name) === undefined, tag)).toBe(true);
  return website;
}

function runCli(data: string, args: readonly string[]): string {
  const env = { PATH: process.env.PATH, DATA_DIR: data };
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout;
}
