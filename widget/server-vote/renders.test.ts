import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../define.ts';
import type { ServedSite } from '../testing/serve-site.ts';
import { serveSite } from '../testing/serve-site.ts';

const BADGE = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';

let site: ServedSite;
beforeEach(() => {
  site = serveSite();
});
afterEach(() => site.stop());

function make(): HTMLElementTagNameMap['server-vote'] {
  const element = document.createElement('server-vote');
  element.setAttribute('endpoint', site.endpoint);
  element.setAttribute('server', `server-${crypto.randomUUID()}`);
  return element;
}

async function settle(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

test('an element is rendered once when it comes, once with the answer, and once for each step of a vote', async () => {
  const elements = [make(), make(), make()];
  // Each rendering asks once which theme it is.
  const reads = elements.map((element) => vi.spyOn(element, 'getAttribute'));
  const counts = () => reads.map(({ mock }) => mock.calls.filter(([name]) => name === 'theme').length);
  document.body.append(...elements);
  await settle();
  expect(counts()).toEqual([1, 1, 1]);
  await Promise.all(elements.map(({ ready }) => ready));
  await settle();
  expect(counts()).toEqual([2, 2, 2]);
  await elements[0]!.vote();
  await settle();
  expect(counts()).toEqual([4, 2, 2]);
});

test('an element that leaves before it is rendered, and comes back, is shown', async () => {
  const element = make();
  document.body.append(element);
  element.remove();
  await settle();
  expect(element.shadowRoot!.childElementCount).toBe(0);
  document.body.append(element);
  await element.ready;
  await settle();
  expect(element.shadowRoot!.querySelector('button')!.ariaDisabled).toBe('false');
});

test('an element has its size at once; a picture in it keeps that size, and is seen until the element is rendered', async () => {
  const holder = document.createElement('div');
  const attributes = `endpoint="${site.endpoint}" server="server-${crypto.randomUUID()}"`;
  holder.innerHTML = `<server-vote ${attributes}></server-vote><server-vote ${attributes}><a href="/"><img src="${BADGE}" alt="Vote" width="288" height="51"></a></server-vote>`;
  const picture = holder.querySelector('img')!;
  const widths = () => [...holder.children].map((element) => element.getBoundingClientRect().width);
  document.body.append(holder);
  expect(widths()).toEqual([288, 288]);
  expect(picture.checkVisibility()).toBe(true);
  await settle();
  expect(widths()).toEqual([288, 288]);
  expect(picture.checkVisibility()).toBe(false);
});

test('elements without a picture in them have their whole size at once, however many they are', async () => {
  const elements = Array.from({ length: 60 }, make);
  document.body.append(...elements);
  await Promise.resolve();
  const heights = elements.map((element) => element.getBoundingClientRect().height);
  expect(new Set(heights)).toEqual(new Set([51]));
});
