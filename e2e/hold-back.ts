import { once } from 'node:events';
import type { Page } from '@playwright/test';

/**
 * Keeps back what a page asks for, until the test has seen how things are in the meantime.
 *
 * @param url a pattern of Playwright's.
 * @returns what lets all of it go, and whatever is asked for later.
 */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  const release = new AbortController();
  await page.route(url, async (route) => {
    if (!release.signal.aborted) await once(release.signal, 'abort');
    await route.continue();
  });
  return () => release.abort();
}

/** Waits until the page shows something of itself. */
export async function waitForFirstPaint(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}
