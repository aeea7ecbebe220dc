import type { CDPSession, Page } from '@playwright/test';
import { waitUntil } from '../processes/wait-until.ts';
import { hasPage, type MainThread, readMainThread } from './read-trace.ts';
import type { Target } from './subjects.ts';
import type { Visitors } from './visitors.ts';

/** A visit of a page until it has come to rest. */
export interface LoadSample extends MainThread {
  /** Addresses of everything that the page asked for, itself included. */
  readonly requests: readonly string[];
  /** Bytes that travelled for the page, headers included. */
  readonly transferred: number;
  /** JavaScript heap after a collection of garbage. */
  readonly heapBytes: number;
  readonly nodes: number;
}

const MOST_VISITS = 5;
const SHOWN_DEADLINE_MS = 15_000;
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'loading', 'v8', 'v8.execute'];

/**
 * Visits a page as somebody who was never here, tracing what the browser does. No script but the page's own runs meanwhile.
 * @throws Error when the page does not show in the end what it has to.
 */
export async function measureLoad(visitors: Visitors, target: Target): Promise<LoadSample> {
  for (let visits = 1; visits <= MOST_VISITS; visits += 1) {
    const sample = await measureVisit(visitors, target);
    if (sample !== null) return sample;
  }
  throw new Error(`No trace of ${MOST_VISITS} visits has the beginning of ${target.url}.`);
}

/** @returns `null` when the trace set in too late. */
function measureVisit({ browser, visit }: Visitors, target: Target): Promise<LoadSample | null> {
  return visit(async ({ page, cdp }) => {
    const traffic = await watchTraffic(cdp);
    await browser.startTracing(page, { categories: CATEGORIES });
    await page.goto(target.url, { waitUntil: 'networkidle' });
    await expectShown(page, target);
    const trace = await browser.stopTracing();
    await cdp.send('Performance.enable');
    await cdp.send('HeapProfiler.collectGarbage');
    const { JSHeapUsedSize: heapBytes = Number.NaN, Nodes: nodes = Number.NaN } = await readMetrics(cdp);
    const { traceEvents } = JSON.parse(trace.toString('utf8'));
    if (!hasPage(traceEvents, target.url)) return null;
    return {
      ...readMainThread(traceEvents, target.url),
      ...traffic,
      transferred: traffic.transferred(),
      heapBytes,
      nodes,
    };
  });
}

/** Waits until the page shows what it has to. @throws Error when it does not: there would be nothing to measure. */
export async function expectShown(page: Page, { url, shown, expected }: Target): Promise<void> {
  let seen = '';
  const isShown = async () => {
    seen = String(await page.evaluate(shown));
    return expected.test(seen);
  };
  try {
    await waitUntil(isShown, { what: url, deadlineMs: SHOWN_DEADLINE_MS });
  } catch (cause) {
    throw new Error(`${url} shows ${JSON.stringify(seen.slice(0, 200))}.`, { cause });
  }
}

/** What the browser counts of a page, by its names. */
export async function readMetrics(cdp: CDPSession): Promise<Readonly<Record<string, number>>> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

async function watchTraffic(cdp: CDPSession) {
  const requests: string[] = [];
  let bytes = 0;
  cdp.on('Network.requestWillBeSent', ({ request }) => requests.push(request.url));
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await cdp.send('Network.enable');
  return { requests, transferred: () => bytes };
}
