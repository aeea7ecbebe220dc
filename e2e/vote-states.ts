import type { Route } from '@playwright/test';
import { type DemoPage, expect } from './demo-page.ts';

export const STATES = ['ready', 'voting', 'voted', 'network', 'busy', 'offline', 'error'] as const;
type State = (typeof STATES)[number];

const VOTE = /\/sites\/[^/]+\/vote$/;
const WAIT_MS = 43_100_000;

/**
 * Answers the votes of the page itself from now on, so that none reaches the service. The function that it returns puts
 * the large button and the last row into a state.
 */
export async function stageStates({ page, open, button, row }: DemoPage): Promise<(state: State) => Promise<void>> {
  const other = row('Αστρολάβος').button;
  let staged: State = 'ready';
  // It is never taken back: the browser would send what is still held then.
  await page.route(VOTE, (route) => answer(route, staged));
  return async (state) => {
    staged = state;
    await page.context().setOffline(false);
    await open();
    await page.context().setOffline(state === 'offline');
    if (state !== 'ready') {
      await button.click();
      await other.click();
    }
    for (const one of [button, other]) await expect(one).toHaveAttribute('data-state', state);
  };
}

async function answer(route: Route, state: State): Promise<void> {
  const now = new Date();
  const nextVoteAt = new Date(now.getTime() + WAIT_MS).toISOString();
  if (state === 'voted') await route.fulfill({ json: { votes: 1, nextVoteAt, now: now.toISOString() } });
  else if (state === 'network') await refuse(route, { status: 429, code: 'already_voted', nextVoteAt, votes: 1 });
  else if (state === 'busy') await refuse(route, { status: 503, code: 'store_unavailable', retryAfter: 50 });
  else if (state === 'error')
    await refuse(route, { status: 403, code: 'origin_not_allowed', requestId: 'abcdefgh-12' });
  else if (state !== 'voting') await route.abort();
}

function refuse(route: Route, problem: { readonly status: number; readonly [member: string]: unknown }): Promise<void> {
  const body = JSON.stringify({ title: 'Trouble that has a long title', detail: 'And a detail.', ...problem });
  return route.fulfill({ status: problem.status, contentType: 'application/problem+json', body });
}
