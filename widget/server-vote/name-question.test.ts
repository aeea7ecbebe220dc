import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../define.ts';
import { rememberUsername } from '../shared/username.ts';
import type { ServedSite } from '../testing/serve-site.ts';
import { serveSite } from '../testing/serve-site.ts';
import type { ServerVoteElement } from './server-vote.ts';

let site: ServedSite;
beforeEach(() => {
  site = serveSite();
});
afterEach(() => {
  site.stop();
  document.documentElement.removeAttribute('dir');
  rememberUsername('');
});

interface Asking {
  readonly box: HTMLElement;
  readonly field: HTMLInputElement;
  readonly button: HTMLElement;
}

/** An element that asks for the name. */
async function ask(variant: string, size: string, theme = 'auto'): Promise<Asking> {
  const element = putAsking({ variant, size, theme });
  element.style.margin = '40px';
  await element.ready;
  await element.vote();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const find = <Part extends HTMLElement>(selector: string) => element.shadowRoot!.querySelector<Part>(selector)!;
  return { box: find('form'), field: find('input'), button: find('.go') };
}

/** What a press in the middle of a part reaches. */
function pressed(part: HTMLElement): Element | null {
  const { left, top, width, height } = part.getBoundingClientRect();
  const root = part.getRootNode();
  return root instanceof ShadowRoot ? root.elementFromPoint(left + width / 2, top + height / 2) : null;
}

test.each(['light', 'dark'])(
  'the question in the field is as dark or light as other text of less weight, in %s',
  async (theme) => {
    const { box, field } = await ask('button', 'medium', theme);
    const probe = document.createElement('span');
    probe.style.color = 'var(--muted)';
    box.append(probe);
    const { color, opacity } = getComputedStyle(field, '::placeholder');
    expect([color, opacity]).toEqual([getComputedStyle(probe).color, '1']);
  },
);

const LOOKS = ['button', 'compact', 'card'].flatMap((variant) =>
  ['medium', 'large'].flatMap((size) => ['ltr', 'rtl'].map((dir) => [variant, size, dir] as const)),
);

test.each(LOOKS)('the question in a %s of %s size, %s, stays in its box and can be reached', async (...look) => {
  const [variant, size, dir] = look;
  document.documentElement.dir = dir;
  const { box, field, button } = await ask(variant, size);
  field.value = 'Mirelle';
  const outer = box.getBoundingClientRect();
  for (const part of [field, button]) {
    const inner = part.getBoundingClientRect();
    const room = [
      inner.left - outer.left,
      outer.right - inner.right,
      inner.top - outer.top,
      outer.bottom - inner.bottom,
    ];
    expect(Math.min(...room), part.localName).toBeGreaterThanOrEqual(1);
    expect(pressed(part)?.closest('input, button')).toBe(part);
  }
  const { height } = button.getBoundingClientRect();
  const reach = height - 2 * Number.parseFloat(getComputedStyle(button, '::after').top || '0');
  expect(Number.isNaN(reach) ? height : reach, 'what a finger has to hit').toBeGreaterThanOrEqual(44);
});

/** Puts an element on the page that asks for the name. */
function putAsking(attributes: Record<string, string> = {}): ServerVoteElement {
  const element = document.createElement('server-vote');
  const own = { endpoint: site.endpoint, server: `s-${crypto.randomUUID()}`, 'ask-username': '', ...attributes };
  for (const [name, value] of Object.entries(own)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

test('a press that can only look again announces no vote, and one after a fault asks for the name', async () => {
  site.refusals.push({ status: 500, body: {} });
  const element = putAsking();
  const names = hearNames(element);
  await element.ready;
  expect(element.state).toBe('error');
  expect(await element.vote()).toBe(false);
  await vi.waitFor(() => expect(element.state).toBe('ready'));
  expect(names).toEqual([]);
  site.refusals.push({ status: 500, body: {} });
  await element.refresh();
  expect(element.state).toBe('error');
  expect(await element.vote()).toBe(false);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const field = element.shadowRoot!.querySelector('input')!;
  expect(element.shadowRoot!.activeElement).toBe(field);
  field.value = 'Mirelle';
  element.shadowRoot!.querySelector('form')!.requestSubmit();
  await vi.waitFor(() => expect(element.state).toBe('voted'));
  expect(names).toEqual(['Mirelle']);
});

test('an empty name from the page does not take the place of the one that is remembered', async () => {
  rememberUsername('Mirelle');
  const element = putAsking({ username: '' });
  const names = hearNames(element);
  await element.ready;
  expect(await element.vote()).toBe(true);
  expect(names).toEqual(['Mirelle']);
});

/** The names that votes are announced with. */
function hearNames(element: ServerVoteElement): unknown[] {
  const names: unknown[] = [];
  element.addEventListener('server-vote-before', (event) => names.push(event.username));
  return names;
}
