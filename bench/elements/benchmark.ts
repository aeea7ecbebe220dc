import { join } from 'node:path';
import type { BenchContext, Benchmark, Findings } from '../benchmark.ts';
import { startService } from '../processes/service.ts';
import { startBareButton } from './bare-button.ts';
import { createWebsite, voteForAll } from './create-website.ts';
import { startFront } from './front.ts';
import { CLICKS, measureClicks, measureCountdowns, measureLoads } from './measure-rounds.ts';
import { startPageServer } from './page-server.ts';
import { COUNTS, makeEmptyPage, makeSubjects, type Subject, type Target } from './subjects.ts';
import { summarise } from './summarise.ts';
import { startVisitors } from './visitors.ts';

/** `<server-vote>` in Chromium, beside published elements of its kind. */
export const widgetBenchmark: Benchmark = {
  name: 'elements',
  title: '<server-vote> in a browser',
  method: [
    'Headless Chromium opens pages of a website that has an origin of its own; the built files and all answers come from the built service on the embedded store, running as in production behind a small reverse proxy that names the visitor. Each visit is one of a new visitor with a new profile: no file and no preflight is kept. Everything runs on one machine, so that there is no way to wait for.',
    'Scripting is what the developer tools call so: own time of compiling, running and collecting garbage on the main thread, read from a trace, from the navigation until nothing ran for 400 ms. Tasks above 50 ms are long. "By the thread" is the same by the clock of the thread, without the time in which another process had the core: service, pages, browser and bench share two of them here. Pages are opened in turn, in another order each round; figures are medians over the rounds.',
    'Memory is the JavaScript heap after a collection of garbage, less that of the page without elements.',
    'Peers are published packages, bundled and minified by the same tool, on the same pages: @github/relative-time-element, a text that counts down by the second and asks nobody, and applause-button, a button with a count that it asks for once an element; its service is a constant.',
    'The countdown is what pages cost that show a wait of twelve hours, processor time of the main thread and of all processes of the browser, for as many seconds as there are rounds, one page after the other.',
    `A click is one of the mouse. ${CLICKS} visitors click once each; the vote travels to the hosted proxy as from any other website, with a preflight, and is counted when the element has the answer. Afterwards the total of the service is compared. In turn with them others click a bare button, whose few lines of script post the same through such a proxy to node:http that answers a constant: what the browser and the way take.`,
  ],
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const open: { close(): Promise<void> }[] = [];
  try {
    return await measure(context, (opened) => {
      open.push(opened);
      return opened;
    });
  } finally {
    await Promise.all(open.map((opened) => opened.close()));
  }
}

/** @param closing closes at the end what it is given. */
async function measure(
  context: BenchContext,
  closing: <Opened extends { close(): Promise<void> }>(opened: Opened) => Opened,
): Promise<Findings> {
  const pages = closing(await startPageServer());
  const place = { redisUrl: null, dataDir: join(context.folder, 'widget') };
  const website = await createWebsite(place, pages.origin, Math.max(...COUNTS));
  const front = closing(await startFront((await startService(context, { name: 'service', ...place })).url));
  const subjects = await makeSubjects(pages, { service: front.url, ...website });
  const bare = closing(await startBareButton(pages));
  const targets = { subjects, empty: makeEmptyPage(pages), demo: await startDemo(context) };
  const visitors = closing(await startVisitors(front));
  const loads = await measureLoads(context, visitors, targets);
  const page = pageOfOurs(subjects);
  const clicks = await measureClicks(context, visitors, { page, bare: bare.url, service: front.url, website });
  const voter = visitors.nextAddress();
  front.visitor = voter;
  await voteForAll(front.url, website);
  const countdowns = await measureCountdowns(context, visitors, { subjects, voter });
  return summarise({ ...targets, loads, clicks, countdowns, browser: visitors.browser.version() });
}

/** Our one element. */
function pageOfOurs([ours]: readonly Subject[]): string {
  if (ours === undefined) throw new Error('There is no page to click on.');
  return ours.pages[1].url;
}

/** The page that `npm start` shows. */
async function startDemo(context: BenchContext): Promise<Target> {
  const place = { redisUrl: null, dataDir: join(context.folder, 'demo') };
  const { url } = await startService(context, { name: 'demo', ...place, isDemo: true });
  return { url: `${url}/`, shown: "document.querySelectorAll('server-vote:defined').length", expected: /^[1-9]/ };
}
