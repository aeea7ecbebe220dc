import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../define-resources.ts';
import { part, putCard, settle, textOf } from '../testing/put-card.ts';
import { newResource, type ServedContent, serveContent } from '../testing/serve-content.ts';

let content: ServedContent;
beforeEach(() => {
  content = serveContent();
});
afterEach(() => content.stop());

const put = (attributes: Record<string, string> = {}, inside = '') => putCard(content, attributes, inside);

test('no face has a fault that axe knows', async () => {
  for (const status of [0, 404, 500]) {
    if (status) content.refusals.push({ status, body: status === 404 ? { code: 'resource_not_found' } : {} });
    const element = await put(status === 404 ? { resource: 'none' } : {}, '<a href="/">Lantern Weather</a>');
    const { violations } = await axe.run(element);
    expect(violations, element.state).toEqual([]);
  }
});

test('a missing resource leaves the link, and says so to the page', async () => {
  const heard = vi.fn();
  document.addEventListener('resource-card-error', (event) => heard(event.code, event.detail), { once: true });
  const element = await put({ resource: 'none' }, '<a href="/">Lantern Weather</a>');
  expect(element.state).toBe('missing');
  expect(element.matches(':state(missing)')).toBe(true);
  expect(textOf(element, 'note')).toBe('Not found');
  expect(element.querySelector('a')!.checkVisibility()).toBe(true);
  expect(heard).toHaveBeenCalledWith('resource_not_found', 'There is no such resource.');
});

test('after an error the visitor tries again, hears what comes of it, and keeps the focus in the card', async () => {
  const resource = newResource();
  content.resources.push(resource);
  content.refusals.push({ status: 500, body: {} }, { status: 500, body: {} });
  const element = await put({ resource: resource.slug });
  const heard = element.shadowRoot!.querySelector('output')!;
  expect([element.state, textOf(element, 'note'), heard.textContent]).toEqual(['error', 'Could not loadTry again', '']);
  part(element, 'button')!.focus();
  part(element, 'button')!.click();
  await settle();
  await vi.waitFor(() => expect(heard.textContent).toBe('Could not load'));
  expect(element.shadowRoot!.activeElement).toBe(part(element, 'button'));
  part(element, 'button')!.click();
  await vi.waitFor(() => expect(element.state).toBe('ready'));
  await settle();
  expect(element.shadowRoot!.activeElement).toBe(part(element, 'base'));
});

test('what can be pressed is as high as a finger needs', async () => {
  content.refusals.push({ status: 500, body: {} });
  expect(part(await put(), 'button')!.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

test('a service that asks for patience is asked again by itself', async () => {
  const resource = newResource();
  content.resources.push(resource);
  content.refusals.push({ status: 429, body: { code: 'too_many_requests' }, headers: { 'Retry-After': '1' } });
  const element = document.createElement('resource-card');
  for (const [name, value] of Object.entries({ endpoint: content.endpoint, resource: resource.slug }))
    element.setAttribute(name, value);
  document.body.append(element);
  await vi.waitFor(() => expect(content.requests).toHaveLength(1));
  expect(element.state).toBe('loading');
  await vi.waitFor(() => expect(element.state).toBe('ready'), 8000);
  expect(content.requests).toHaveLength(2);
});

test('a card that is not set up says so in the console and to the page', async () => {
  const element = await put({ 'resource-id': '', resource: '' }, '<a href="/">link</a>');
  expect(element.state).toBe('misconfigured');
  expect(textOf(element, 'note')).toBe('Not set up here');
});

test('every face has the size of the card', async () => {
  const sizes = new Set<string>();
  const sizeOf = (element: Element) => {
    const { height, width } = element.getBoundingClientRect();
    sizes.add(`${width} x ${Math.round(height)}`);
  };
  const loading = document.createElement('resource-card');
  document.body.append(loading);
  await Promise.resolve();
  sizeOf(loading);
  sizeOf(await put());
  sizeOf(await put({ resource: 'none' }));
  sizeOf(await put({ endpoint: '' }));
  content.refusals.push({ status: 500, body: {} });
  sizeOf(await put());
  expect([...sizes]).toEqual(['328 x 379']);
});

test('a card that is moved into a frame keeps its looks', async () => {
  const element = await put();
  const frame = document.createElement('iframe');
  document.body.append(frame);
  frame.contentDocument!.body.append(element);
  const [sheet] = element.shadowRoot!.adoptedStyleSheets;
  expect(sheet).toBeInstanceOf(Reflect.get(frame.contentWindow!, 'CSSStyleSheet'));
  expect(getComputedStyle(part(element, 'base')!).display).toBe('block');
});
