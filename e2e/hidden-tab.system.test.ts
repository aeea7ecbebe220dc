import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type CDPSession, launch, type Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ServiceProcess, startServiceProcess } from '../server/testing/system/service-process.ts';
import { findChromium } from './find-chromium.ts';

const COOLDOWN_MS = 8000;
const START_MS = 120_000;
const SLUG = 'aurora-skyblock';

// Playwright keeps every page visible, so these tests open tabs as a visitor's browser does.
describe('in a tab that is really hidden', () => {
  let folder = '';
  let service: ServiceProcess;
  let browser: Browser;
  let page: Page;
  let other: Page;
  let session: CDPSession;
  let site = '';
  let voter = 0;
  let checks: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'server-vote-hidden-tab-'));
    const cooldown = { VOTE_COOLDOWN_MS: String(COOLDOWN_MS), TRUST_PROXY: 'loopback' };
    service = await startServiceProcess({
      env: { HOST: '127.0.0.1', DATA_DIR: folder, METRICS_PORT: 'off', ...cooldown },
      args: ['--demo'],
    });
    const answer = await fetch(`${service.url}/demo/site.json`);
    site = (await answer.json()).site;
    browser = await launch({
      executablePath: findChromium(process.env) ?? '',
      timeout: START_MS,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    other = await browser.newPage();
  }, START_MS);
  afterAll(async () => {
    await browser?.close();
    await service?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    page = await browser.newPage();
    session = await page.createCDPSession();
    voter += 1;
    checks = [];
    await page.setExtraHTTPHeaders({ 'X-Forwarded-For': addressOf(voter) });
    // A page of the service's own origin that nothing else is on.
    await page.goto(`${service.url}/healthz`);
    await page.evaluate(
      ([id, slug]) => {
        const script = document.createElement('script');
        script.type = 'module';
        script.src = '/widget/v1/server-vote.js';
        const element = document.createElement('server-vote');
        element.lang = 'en';
        element.setAttribute('site', `${id}`);
        element.setAttribute('server', `${slug}`);
        document.body.replaceChildren(script, element);
      },
      [site, SLUG],
    );
    await waitFor('ready');
    const button = await page.$('server-vote >>> button');
    await button?.click();
    await waitFor('voted');
    page.on('request', (request) => {
      if (request.url().includes('/checks')) checks.push(request.url());
    });
  }, START_MS);

  afterEach(() => page.close());

  test('the wait ends unseen, and the button is open when the tab is seen again, after one check', async () => {
    await hide();
    await untilOpen();
    await show();
    await waitFor('ready');
    expect(checks).toHaveLength(1);
  });

  test('and asleep, without a timer, it asks nothing, then once when it is seen again', async () => {
    await hide();
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await untilOpen();
    expect(checks).toEqual([]);
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await show();
    await waitFor('ready');
    expect(checks).toHaveLength(1);
  });

  test('seconds pass unseen, and the first picture after it shows the right time', async () => {
    await hide();
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    const before = await secondsShown();
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(before.at + 2500), { timeout: 5000 });
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await show();
    const { shown, left } = await secondsShown();
    expect(shown).toBeLessThan(before.shown - 1);
    expect(Math.abs(shown - left)).toBeLessThanOrEqual(1);
    expect(checks).toEqual([]);
  });

  async function hide(): Promise<void> {
    await other.bringToFront();
    await page.waitForFunction(() => document.visibilityState === 'hidden', { polling: 100 });
  }

  async function show(): Promise<void> {
    await page.bringToFront();
    await page.waitForFunction(() => document.visibilityState === 'visible', { polling: 100 });
  }

  /** Until the service itself says that the visitor may vote again. */
  function untilOpen(): Promise<void> {
    const headers = { 'X-Forwarded-For': addressOf(voter) };
    return vi.waitFor(
      async () => {
        const answer = await fetch(`${service.url}/sites/${site}/vote/check?slug=${SLUG}`, { headers });
        expect((await answer.json()).canVote).toBe(true);
      },
      { timeout: COOLDOWN_MS * 2, interval: 200 },
    );
  }

  function secondsShown(): Promise<{ at: number; shown: number; left: number }> {
    return page.evaluate(() => {
      const element = document.querySelector('server-vote');
      const time = element?.shadowRoot?.querySelector('.time')?.textContent ?? '';
      const next: Date | null = element ? Reflect.get(element, 'nextVoteAt') : null;
      const left = Math.ceil(((next?.getTime() ?? 0) - Date.now()) / 1000);
      return { at: Date.now(), shown: Number(time.split(':').at(-1)), left };
    });
  }

  async function waitFor(state: string): Promise<void> {
    await page.waitForFunction(
      (wanted) => Reflect.get(document.querySelector('server-vote') ?? {}, 'state') === wanted,
      { timeout: 30_000, polling: 50 },
      state,
    );
  }
});

function addressOf(voter: number): string {
  return `198.18.77.${voter}`;
}
