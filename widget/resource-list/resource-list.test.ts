import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../define-resources.ts';
import { newResource, type ServedContent, serveContent } from '../testing/serve-content.ts';
import type { ResourceListElement } from './resource-list.ts';

let content: ServedContent;
beforeEach(() => {
  content = serveContent(Array.from({ length: 7 }, (_, index) => newResource({ title: `Resource ${index + 1}` })));
});
afterEach(() => content.stop());

async function put(attributes: Record<string, string> = {}): Promise<ResourceListElement> {
  const element = document.createElement('resource-list');
  for (const [name, value] of Object.entries({
    endpoint: content.endpoint,
    limit: '3',
    loading: 'eager',
    ...attributes,
  }))
    element.setAttribute(name, value);
  document.body.append(element);
  await shown(element);
  return element;
}

async function shown(element: ResourceListElement): Promise<void> {
  await vi.waitFor(() => expect(element.state).not.toBe('loading'));
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

function textsOf(element: Element, name: string): (string | null)[] {
  return [...element.shadowRoot!.querySelectorAll(`[part=${name}]`)].map((node) => node.textContent);
}

function button(element: Element, label: string): HTMLButtonElement {
  return [...element.shadowRoot!.querySelectorAll('button')].find((node) => node.textContent === label)!;
}

test('no face has a fault that axe knows', async () => {
  for (const attributes of [{}, { game: 'none' }, { page: '9' }]) {
    const { violations } = await axe.run(await put(attributes));
    expect(violations, JSON.stringify(attributes)).toEqual([]);
  }
  content.refusals.push({ status: 500, body: {} });
  const failed = await put({ limit: '4' });
  expect(failed.state).toBe('error');
  expect((await axe.run(failed)).violations).toEqual([]);
});

test('pages follow each other by buttons that keep the focus, and each is told once', async () => {
  const element = await put();
  const heard = element.shadowRoot!.querySelector('output')!;
  expect(textsOf(element, 'name')).toEqual(['Resource 1', 'Resource 2', 'Resource 3']);
  expect(textsOf(element, 'position')).toEqual(['Page 1 of 3']);
  expect(heard.textContent).toBe('');
  const next = button(element, 'Next');
  next.focus();
  for (const [page, titles] of [
    [2, ['Resource 4', 'Resource 5', 'Resource 6']],
    [3, ['Resource 7']],
  ] as const) {
    next.click();
    await vi.waitFor(() => expect(textsOf(element, 'name')).toEqual(titles));
    expect(heard.textContent).toBe(`Page ${page} of 3`);
    expect(element.getAttribute('page')).toBe(`${page}`);
    expect(element.shadowRoot!.activeElement).toBe(next);
  }
  expect(next.getAttribute('aria-disabled')).toBe('true');
  next.click();
  expect(element.getAttribute('page')).toBe('3');
  button(element, 'Previous').click();
  await vi.waitFor(() => expect(textsOf(element, 'name')[0]).toBe('Resource 4'));
  expect(content.requests).toHaveLength(3);
});

test('while a page loads the list has its height, and the last page at once that of its rows', async () => {
  document.body.style.inlineSize = '1000px';
  const element = document.createElement('resource-list');
  for (const [name, value] of Object.entries({ endpoint: content.endpoint, limit: '3', loading: 'lazy' }))
    element.setAttribute(name, value);
  document.body.append(element);
  await Promise.resolve();
  const heights: number[] = [element.getBoundingClientRect().height];
  await shown(element);
  heights.push(element.getBoundingClientRect().height);
  element.setAttribute('page', '2');
  await Promise.resolve();
  expect(element.state).toBe('loading');
  heights.push(element.getBoundingClientRect().height);
  expect(new Set(heights).size, `${heights}`).toBe(1);
  element.setAttribute('page', '3');
  await Promise.resolve();
  expect(element.shadowRoot!.querySelectorAll('article')).toHaveLength(1);
  document.body.removeAttribute('style');
});

test('game and category narrow the list, page and limit are the service’s words', async () => {
  const { game, category } = newResource();
  const own = { game: { ...game!, slug: 'a&b' }, category: { ...category!, slug: 'maps' } };
  content.resources.push(newResource({ title: 'Narrow', ...own }));
  const element = await put({ game: 'a&b', category: 'maps', page: '1' });
  expect(textsOf(element, 'name')).toEqual(['Narrow']);
  expect(content.requests.at(-1)!.path).toBe('/v1/resources?page=1&limit=3&gameSlug=a%26b&categorySlug=maps');
  expect(element.content?.total).toBe(1);
});

test('a list without resources says so; a page past the end leads back', async () => {
  const empty = await put({ game: 'none' });
  expect([empty.state, textsOf(empty, 'note')]).toEqual(['empty', ['Nothing here yet']]);
  const past = await put({ page: '9' });
  expect(past.state).toBe('empty');
  button(past, 'Previous').click();
  await vi.waitFor(() => expect(textsOf(past, 'name')).toEqual(['Resource 7']));
});

test('a page that could not be loaded can be tried again', async () => {
  const element = await put();
  content.refusals.push({ status: 500, body: {} });
  button(element, 'Next').click();
  await vi.waitFor(() => expect(element.state).toBe('error'));
  await shown(element);
  expect(element.shadowRoot!.querySelector('output')!.textContent).toBe('Could not load');
  button(element, 'Try again').click();
  await vi.waitFor(() => expect(textsOf(element, 'name')[0]).toBe('Resource 4'));
});

test('lists of the same page ask once, and tell the page what they show', async () => {
  const heard: number[] = [];
  document.addEventListener('resource-list-load', (event) => heard.push(event.content.resources.length));
  await Promise.all([put(), put(), put()]);
  expect(content.requests).toHaveLength(1);
  expect(heard).toEqual([3, 3, 3]);
});

test('a picture of one page never stands on the next', async () => {
  const element = await put();
  const before = element.shadowRoot!.querySelector('img')!;
  button(element, 'Next').click();
  await vi.waitFor(() => expect(textsOf(element, 'name')[0]).toBe('Resource 4'));
  button(element, 'Previous').click();
  await vi.waitFor(() => expect(textsOf(element, 'name')[0]).toBe('Resource 1'));
  expect(before.isConnected).toBe(false);
});
