import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../e2e/find-chromium.ts';
import type { Front } from './front.ts';

/** A page in a browser profile of its own: nothing is kept from another visit, neither files nor preflights. */
export interface Visit {
  readonly page: Page;
  readonly cdp: CDPSession;
}

/** People with one browser. */
export interface Visitors {
  readonly browser: Browser;
  /** Opens an empty page, does something there, and closes it. @param from by default an address that nobody came from */
  visit<Result>(act: (visit: Visit) => Promise<Result>, from?: string): Promise<Result>;
  /** An address that nobody came from. */
  nextAddress(): string;
  close(): Promise<void>;
}

/** @param front tells the service from where they come. */
export async function startVisitors(front: Front): Promise<Visitors> {
  const browser = await startBrowser();
  let count = 0;
  const nextAddress = () => {
    count += 1;
    return `198.18.${Math.floor(count / 250)}.${(count % 250) + 1}`;
  };
  return {
    browser,
    nextAddress,
    async visit(act, from = nextAddress()) {
      front.visitor = from;
      const context = await browser.newContext({ locale: 'en-GB' });
      try {
        const page = await context.newPage();
        return await act({ page, cdp: await context.newCDPSession(page) });
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}

function startBrowser(): Promise<Browser> {
  const executablePath = findChromium(process.env);
  if (executablePath === null) throw new Error('Install Chromium, or set CHROMIUM to the path of one.');
  // Chromium refuses to sandbox itself for root.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
