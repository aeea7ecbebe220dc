import type { Page, Route } from '@playwright/test';
import { expectState, SERVER } from './widget-page.ts';

interface Stage {
  /** What the element calls its state once the page is there, and in the end. */
  readonly first: string;
  readonly last: string;
  /** A vote for one server shows in all its elements. */
  readonly server?: string;
}

/** The states that an element can be brought into, by the endpoint that does it. */
const STAGES = {
  checking: { first: 'checking', last: 'checking' },
  ready: { first: 'ready', last: 'ready' },
  asking: { first: 'ready', last: 'ready' },
  voting: { first: 'ready', last: 'voting' },
  voted: { first: 'ready', last: 'voted', server: 'northwind-rp' },
  own: { first: 'ready', last: 'cooldown', server: 'northwind-rp' },
  cooldown: { first: 'cooldown', last: 'cooldown' },
  busy: { first: 'busy', last: 'busy' },
  offline: { first: 'ready', last: 'offline' },
  error: { first: 'error', last: 'error' },
  misconfigured: { first: 'misconfigured', last: 'misconfigured', server: 'no-such-server' },
} as const satisfies Readonly<Record<string, Stage>>;

export type StagedState = keyof typeof STAGES;

export const STAGED_STATES: readonly StagedState[] = [
  ...(['checking', 'ready', 'asking', 'voting', 'voted', 'own'] as const),
  ...(['cooldown', 'busy', 'offline', 'error', 'misconfigured'] as const),
];

const BUSY = { status: 429, code: 'rate_limited', retryAfter: 30 };
/** Within a second, so that no fraction of a millisecond makes it another one. */
const ANSWERED = new Date('2026-05-04T12:00:00.500Z');
const VOTES = 1284;
const WAIT_MS = 15_130_000;
const WHOLE_WAIT_MS = 43_200_000;

/** Attributes that lead an element into a state, on a page with `routeStates` and `actStates`. */
export function attributesFor(state: StagedState): string {
  const { server = SERVER }: Stage = STAGES[state];
  return `class="${state}" endpoint="/staged/${state}" server="${server}"${state === 'asking' ? ' ask-username' : ''}`;
}

/**
 * Lets each endpoint lead to its state. The service answers, faults are injected where it would have to break, and the
 * numbers are always the same.
 */
export async function routeStates(page: Page, site: string): Promise<void> {
  await page.route(/\/staged\/\w+\/vote/, async (route) => {
    const url = route.request().url();
    const state = /staged\/(\w+)/.exec(url)?.[1] ?? '';
    if (await injectFault(route, state)) return;
    const answer = await route.fetch({ url: url.replace(`staged/${state}`, `sites/${site}`) });
    await route.fulfill({ response: answer, json: restate(await answer.json(), state) });
  });
}

/** Does what visitors and connections do, until each element is in its state. */
export async function actStates(page: Page): Promise<void> {
  for (const [state, { first }] of Object.entries(STAGES)) await expectAll(page, state, first);
  await page.evaluate(() => {
    for (const node of document.querySelectorAll('.asking, .voting, .voted')) Reflect.get(node, 'vote').call(node);
  });
  for (const field of await page.getByRole('textbox').all()) await field.blur();
  for (const state of ['voting', 'voted', 'own'] as const) await expectAll(page, state, STAGES[state].last);
  await page.context().setOffline(true);
  // What is answered in place of the network does not know that there is none.
  await page.route(/\/staged\/offline\//, (route) => route.abort('internetdisconnected'));
  await page.evaluate(() => {
    for (const node of document.querySelectorAll('.offline')) Reflect.get(node, 'refresh').call(node);
  });
  for (const [state, { last }] of Object.entries(STAGES)) await expectAll(page, state, last);
}

async function expectAll(page: Page, state: string, expected: string): Promise<void> {
  for (const element of await page.locator(`server-vote.${state}`).all()) await expectState(element, expected);
}

/** @returns whether the request has got its answer, or is left without one. */
async function injectFault(route: Route, state: string): Promise<boolean> {
  if (state === 'checking') return true;
  if (state === 'voting' && route.request().method() === 'POST') return true;
  if (state === 'error') await route.fulfill({ status: 500, body: 'no' });
  else if (state === 'busy') await route.fulfill({ status: BUSY.status, json: BUSY });
  else return false;
  return true;
}

interface Answered {
  readonly server?: object;
  readonly results?: readonly Answered[];
}

/**
 * The answer with other numbers, of one moment; a wait where somebody else on the network has voted. Servers have pictures
 * in one state, which is enough to see them, and letters in the others.
 */
function restate(body: Answered, state: string): object {
  const now = ANSWERED.toISOString();
  const plain = ({ server }: Answered) => (state === 'ready' ? server : { ...server, image: '' });
  const after = (ms: number) => new Date(ANSWERED.getTime() + ms).toISOString();
  if (!body.results) return { ...body, now, server: plain(body), votes: VOTES + 1, nextVoteAt: after(WHOLE_WAIT_MS) };
  const wait = state === 'cooldown' ? { canVote: false, nextVoteAt: after(WAIT_MS) } : {};
  const results = body.results.map((result) =>
    'code' in result ? result : { ...result, server: plain(result), serverVotes: VOTES, ...wait },
  );
  return { ...body, now, results };
}
