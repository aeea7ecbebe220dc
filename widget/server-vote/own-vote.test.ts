import { afterEach, beforeEach, expect, test } from 'vitest';
import '../define.ts';
import type { ServedSite } from '../testing/serve-site.ts';
import { serveSite } from '../testing/serve-site.ts';
import type { ServerVoteElement } from './server-vote.ts';

let site: ServedSite;
beforeEach(() => {
  site = serveSite();
});
afterEach(() => site.stop());

/** A compact element of a server that no other test has. */
async function putCompact(attributes: Record<string, string> = {}): Promise<[ServerVoteElement, string]> {
  const element = document.createElement('server-vote');
  const server = `server-${crypto.randomUUID()}`;
  const own = { endpoint: site.endpoint, server, variant: 'compact', ...attributes };
  for (const [name, value] of Object.entries(own)) element.setAttribute(name, value);
  document.body.append(element);
  await element.ready;
  await settle();
  return [element, server];
}

async function settle(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** What is to be seen of the number of votes. */
function shownCount(element: Element): string {
  const count = element.shadowRoot!.querySelector<HTMLElement>('.count');
  return count?.checkVisibility() ? count.textContent : '';
}

test('once the wait for an own vote is over, nothing is left of it: the state is gone and the number is back', async () => {
  const [element, server] = await putCompact();
  await element.vote();
  await settle();
  expect(element.matches(':state(own)')).toBe(true);
  site.servers.set(server, { votes: 1285, waitMs: 0 });
  await element.refresh();
  await settle();
  expect(element.state).toBe('ready');
  expect(element.matches(':state(own)')).toBe(false);
  expect(shownCount(element)).toBe('1,285');
});

test('what is narrow shows the number wherever it has no time to show', async () => {
  const [element] = await putCompact({ countdown: 'none' });
  await element.vote();
  await settle();
  expect(element.state).toBe('voted');
  expect(shownCount(element)).toBe('1,285');
  const [broken] = await putCompact();
  site.refusals.push({ status: 500, body: { code: 'internal_error' } });
  await broken.vote();
  await settle();
  expect(broken.state).toBe('error');
  expect(shownCount(broken)).toBe('1,284');
});
