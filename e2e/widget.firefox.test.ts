import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../server/testing/system/installation.ts';
import type { ServiceProcess } from '../server/testing/system/service-process.ts';
import { findFirefox } from './find-firefox.ts';

/** Firefox takes long to start on a machine that does much else. */
const START_MS = 180_000;
const ALMOST_TWELVE_HOURS = /\b1(1:59:5\d|2:00:00)/;

/** What the element shows and says. */
interface Shown {
  readonly state: string;
  readonly text: string;
  readonly votes: number | null;
  readonly nextVoteAt: number | null;
}

describe('in Firefox, on a page of another website', () => {
  let installation: Installation;
  let service: ServiceProcess;
  let website: Server;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    installation = await createInstallation();
    service = await installation.start();
    const { accountId, slug } = await installation.createOwner();
    website = createServer().listen(0, '127.0.0.1');
    await once(website, 'listening');
    const at = website.address();
    const origin = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
    const site = ['sites', 'create', '--account', accountId, '--name', 'Fan page', '--origin', origin];
    const { siteId } = await installation.json(...site);
    website.on('request', (_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader(
        'Content-Security-Policy',
        `default-src 'none'; script-src ${service.url}; connect-src ${service.url}; style-src 'self'; img-src data:`,
      );
      response.end(`<!doctype html><html lang="en"><title>Fan page</title><link rel="icon" href="data:,">
<script type="module" src="${service.url}/widget/v1/server-vote.js"></script>
<server-vote site="${siteId}" server="${slug}"><a href="${service.url}/s/${siteId}/${slug}">Vote</a></server-vote></html>`);
    });
    browser = await launch({
      browser: 'firefox',
      executablePath: findFirefox(process.env) ?? '',
      headless: true,
      timeout: START_MS,
      extraPrefsFirefox: { 'intl.accept_languages': 'en-GB' },
    });
    page = await browser.newPage();
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => faults.push(message.text()));
    await page.goto(origin);
  }, START_MS);
  afterAll(async () => {
    await browser?.close();
    website?.close();
    await installation?.close();
  });

  test('a press counts one vote and counts down, and a reload keeps the countdown', async () => {
    expect(await browser.version()).toMatch(/^firefox\//i);
    const ready = await waitFor('ready');
    expect(ready).toMatchObject({ votes: 0, nextVoteAt: null });
    const button = await page.$('server-vote >>> button');
    await button?.click();
    const voted = await waitFor('voted');
    expect(voted.votes).toBe(1);
    expect(voted.text).toMatch(/Thanks for voting/);
    expect(voted.text).toMatch(ALMOST_TWELVE_HOURS);
    const clocks = new Set<string>();
    while (clocks.size < 3) clocks.add(ALMOST_TWELVE_HOURS.exec((await read()).text)?.[0] ?? '');
    await page.reload();
    const kept = await waitFor('cooldown');
    expect(kept).toMatchObject({ votes: 1, nextVoteAt: voted.nextVoteAt });
    expect(kept.text).toMatch(/You have voted/);
    expect(kept.text).toMatch(ALMOST_TWELVE_HOURS);
    expect(faults).toEqual([]);
  });

  test('the button has its size and colours, and a card and a compact one stand beside it', async () => {
    const sizes = await page.evaluate(async () => {
      const found: string[] = [];
      for (const variant of ['button', 'card', 'compact']) {
        const element = document.createElement('server-vote');
        for (const name of ['site', 'server'])
          element.setAttribute(name, document.querySelector('server-vote')?.getAttribute(name) ?? '');
        element.setAttribute('variant', variant);
        document.body.append(element);
        await Reflect.get(element, 'ready');
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const { width, height } = element.getBoundingClientRect();
        const box = element.shadowRoot?.querySelector('.box');
        const colour = box ? getComputedStyle(box).backgroundColor : '';
        found.push(`${variant} ${Math.round(width)} x ${Math.round(height)} ${/^(rgb|color|oklab)/.test(colour)}`);
      }
      return found;
    });
    expect(sizes).toEqual(['button 288 x 51 true', 'card 328 x 143 true', 'compact 128 x 36 true']);
  });

  function read(): Promise<Shown> {
    return page.evaluate(() => {
      const element = document.querySelector('server-vote');
      const text = element?.shadowRoot?.querySelector('.words')?.textContent ?? '';
      const get = (name: string) => (element ? Reflect.get(element, name) : null);
      return { state: get('state'), votes: get('votes'), nextVoteAt: get('nextVoteAt')?.getTime() ?? null, text };
    });
  }

  async function waitFor(state: string): Promise<Shown> {
    await page.waitForFunction(
      (wanted) => Reflect.get(document.querySelector('server-vote') ?? {}, 'state') === wanted,
      { timeout: 30_000 },
      state,
    );
    return read();
  }
});
