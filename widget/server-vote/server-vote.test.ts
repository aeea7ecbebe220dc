import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import '../define.ts';
import type { ServedSite } from '../testing/serve-site.ts';
import { serveSite } from '../testing/serve-site.ts';
import type { ServerVoteElement } from './server-vote.ts';

let site: ServedSite;
beforeEach(() => {
  site = serveSite();
});
afterEach(() => site.stop());

/** Puts an element on the page, of a server that no other test has. */
async function put(attributes: Record<string, string> = {}, content = ''): Promise<ServerVoteElement> {
  const element = document.createElement('server-vote');
  const own = { endpoint: site.endpoint, server: `server-${crypto.randomUUID()}`, ...attributes };
  for (const [name, value] of Object.entries(own)) element.setAttribute(name, value);
  element.innerHTML = content;
  document.body.append(element);
  await element.ready;
  await settle();
  return element;
}

async function settle(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

function part(element: Element, name: string): HTMLElement {
  return element.shadowRoot!.querySelector<HTMLElement>(`[part=${name}]`)!;
}

test.each(['button', 'card', 'compact'])(
  '%s has no fault that axe knows, before and after the vote',
  async (variant) => {
    const element = await put({ variant });
    const before = await axe.run(element);
    expect(before.violations).toEqual([]);
    await element.vote();
    await settle();
    const after = await axe.run(element);
    expect(after.violations).toEqual([]);
  },
);

test('a vote goes from ready through voting to voted, and its promise says that it was counted', async () => {
  const element = await put();
  const states: string[] = [];
  element.addEventListener('server-vote-statechange', (event) => states.push(event.state));
  expect(element.canVote).toBe(true);
  expect(element.nextVoteAt).toBeNull();
  expect(await element.vote()).toBe(true);
  expect(states).toEqual(['voting', 'voted']);
  expect(element.votes).toBe(1285);
  expect(element.nextVoteAt!.getTime() - Date.now()).toBeGreaterThan(43_190_000);
  expect(element.matches(':state(voted)')).toBe(true);
  expect(element.matches(':state(ready)')).toBe(false);
  expect(await element.vote()).toBe(false);
});

test('elements of one turn ask once, and those of one server share its vote', async () => {
  const server = `server-${crypto.randomUUID()}`;
  const [first, second] = await Promise.all([put({ server }), put({ server }), put(), put()]);
  expect(site.requests).toHaveLength(1);
  await first.vote();
  expect(second.state).toBe('voted');
  expect(second.votes).toBe(1285);
});

test('a lazy element asks nothing until it is nearly on the screen', async () => {
  const spacer = document.createElement('div');
  spacer.style.blockSize = '9000px';
  document.body.append(spacer);
  const element = document.createElement('server-vote');
  for (const [name, value] of Object.entries({ endpoint: site.endpoint, server: 'far', loading: 'lazy' }))
    element.setAttribute(name, value);
  document.body.append(element);
  await settle();
  await settle();
  expect(site.requests).toEqual([]);
  element.scrollIntoView();
  await element.ready;
  expect(site.requests).toHaveLength(1);
});

test('a label and an icon of the page stand on the button while one may vote, and only then', async () => {
  const element = await put({}, '<b slot="label">Support us</b><i slot="icon">*</i><a href="/">link</a>');
  const label = element.querySelector('b')!;
  expect(label.assignedSlot).not.toBeNull();
  expect(element.querySelector('a')!.checkVisibility()).toBe(false);
  await element.vote();
  await settle();
  expect(label.assignedSlot).toBeNull();
  expect(part(element, 'label').textContent).toBe('Thanks for voting');
});

test('another server is another ballot', async () => {
  const element = await put();
  await element.vote();
  element.setAttribute('server', 'another');
  await vi.waitFor(() => expect(element.state).toBe('ready'));
  expect(element.votes).toBe(1284);
});

test('the kinds of countdown', async () => {
  const server = `server-${crypto.randomUUID()}`;
  site.servers.set(server, { votes: 1, waitMs: 15_129_500 });
  const [clock, text, none] = await Promise.all([
    put({ server }),
    put({ server, countdown: 'text' }),
    put({ server, countdown: 'none' }),
  ]);
  expect(part(clock, 'time').textContent).toMatch(/^04:12:(09|10)$/);
  expect(part(text, 'time').textContent).toBe('4 hr 12 min');
  expect(part(none, 'time')).toBeNull();
  expect(clock.shadowRoot!.querySelector('#about')!.textContent).toBe('again in 4 hours 12 minutes. 1 vote');
});

test('a hidden count is nowhere, not for screen readers either', async () => {
  const element = await put({ 'hide-count': '' });
  expect(element.shadowRoot!.textContent).not.toMatch(/1,284/);
});

test('what the page’s translator would break is kept from it', async () => {
  const element = await put();
  const label = part(element, 'label').firstElementChild ?? part(element, 'label');
  label.innerHTML = '<font>Voter</font>';
  await element.vote();
  await settle();
  expect(part(element, 'label').textContent).toBe('Thanks for voting');
  expect(part(element, 'base').translate).toBe(false);
});

describe('where something is wrong', () => {
  test('a refusal that this browser did not cause names the network', async () => {
    const element = await put();
    const nextVoteAt = new Date(Date.now() + 3_600_000).toISOString();
    site.refusals.push({ status: 429, body: { code: 'already_voted', nextVoteAt, votes: 2000 } });
    const codes: unknown[] = [];
    element.addEventListener('server-vote-refused', (event) => codes.push(event.code));
    expect(await element.vote()).toBe(false);
    await settle();
    expect(codes).toEqual(['already_voted']);
    expect(part(element, 'label').textContent).toBe('Your network has voted');
    expect(element.votes).toBe(2000);
    expect(element.matches(':state(own)')).toBe(false);
  });

  test('an error is announced once for each press', async () => {
    const element = await put();
    const region = element.shadowRoot!.querySelector('output')!;
    for (const _ of [1, 2]) {
      site.refusals.push({ status: 500, body: { code: 'internal_error' } });
      const voting = element.vote();
      await settle();
      await voting;
      await settle();
      expect(element.state).toBe('error');
      expect(region.textContent).toBe('Could not vote. press to try again. 1,284 votes');
    }
  });

  test('an element without a server says so, to the page too', async () => {
    const heard: unknown[] = [];
    document.addEventListener('server-vote-error', (event) => heard.push(event.detail), { once: true });
    const element = await put({ server: '' }, '<a href="/">link</a>');
    expect(element.state).toBe('misconfigured');
    expect(heard).toEqual(['Needs server, and site or endpoint.']);
    expect(element.querySelector('a')!.checkVisibility()).toBe(true);
  });
});
