import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../define-resources.ts';
import { labelsOf, part, putCard, settle, textOf, textsOf } from '../testing/put-card.ts';
import { newResource, type ServedContent, serveContent } from '../testing/serve-content.ts';
import type { ResourceCardElement } from './resource-card.ts';

let content: ServedContent;
beforeEach(() => {
  content = serveContent();
});
afterEach(() => content.stop());

const put = (attributes: Record<string, string> = {}, inside = '') => putCard(content, attributes, inside);

/** A card of one resource that the test describes. */
function putOne(own: Parameters<typeof newResource>[0]): Promise<ResourceCardElement> {
  const resource = newResource(own);
  content.resources.push(resource);
  return put({ 'resource-id': resource.id });
}

test('a card shows what people look for, in the words of its language', async () => {
  const element = await put();
  expect(textOf(element, 'name')).toBe('Lantern Weather');
  expect(textOf(element, 'version')).toBe('2.4.1');
  expect(textOf(element, 'summary')).toBe('Storms that can be seen coming.');
  expect(textOf(element, 'chip')).toBe('Featured · Hollow Tide · Weather');
  expect(textsOf(element, 'maker')).toEqual(['Mirelle', 'Nightjar Works']);
  expect(labelsOf(element, 'verified')).toEqual(['Verified']);
  expect(textsOf(element, 'tag')).toEqual(['weather', 'light']);
  expect(labelsOf(element, 'figure')).toEqual(['Downloads: 48,213', 'Likes: 1,904', 'Size: 1.8 MB']);
  expect(textOf(element, 'figures')).toMatch(/^48\.2K1\.9K1\.8 MB/);
  expect(part(element, 'date')!.title).toBe('Updated: March 4, 2026');
  expect(part(element, 'date')!.textContent).toMatch(/ago|last|yesterday|in/);
});

test('numbers, sizes and dates are those of the language, as its words are', async () => {
  const element = await put({ lang: 'de' });
  await vi.waitFor(() => expect(labelsOf(element, 'verified')).toEqual(['Verifiziert']));
  expect(labelsOf(element, 'figure')).toEqual(['Downloads: 48.213', 'Gefällt mir: 1.904', 'Größe: 1,8 MB']);
  expect(part(element, 'date')!.title).toBe('Aktualisiert: 4. März 2026');
  expect(part(element, 'base')!.lang).toBe('de');
});

test('Arabic is written from the right', async () => {
  const element = await put({ lang: 'ar' });
  await vi.waitFor(() => expect(part(element, 'base')!.dir).toBe('rtl'));
});

test.each([
  ['', undefined],
  ['0', undefined],
  ['a lot', undefined],
  ['-5', undefined],
  ['9'.repeat(300), undefined],
  ['512', 'Size: 512 byte'],
  ['39743', 'Size: 39.7 kB'],
  ['2111984092', 'Size: 2.1 GB'],
  ['9007199254740991', 'Size: 9,007,199.3 GB'],
])('a file size of "%s" is %s', async (filesize, label) => {
  const element = await putOne({ filesize });
  expect(labelsOf(element, 'figure')[2]).toBe(label);
});

test('what a record does not have is left out, and the card keeps its size', async () => {
  const full = await put();
  const bare = await putOne({
    summary: '',
    description: '',
    version: '',
    filesize: '',
    tags: [],
    coverImageUrl: '',
    featured: false,
    user: null,
    team: null,
    game: null,
    category: null,
    createdAt: '',
    updatedAt: '',
  });
  for (const name of ['chip', 'maker', 'verified', 'tag', 'date']) expect(part(bare, name), name).toBeNull();
  expect(bare.getBoundingClientRect().height).toBe(full.getBoundingClientRect().height);
});

test('without a summary the description speaks, without its markup', async () => {
  const element = await putOne({ summary: '', description: '# Hello\n<p>A <b>bright</b> `lamp`</p>' });
  expect(textOf(element, 'summary')!.replace(/\s+/g, ' ')).toBe('Hello A bright lamp');
});

test('cards of one record ask once, later ones not at all for a minute', async () => {
  const { slug } = newResource();
  content.resources.push(newResource({ slug }));
  await Promise.all([put({ resource: slug }), put({ resource: slug }), put({ resource: slug })]);
  await put({ resource: slug });
  expect(content.requests).toEqual([{ path: `/v1/resources/slug/${slug}`, cache: 'default' }]);
});

test('a game narrows the slug, and an id comes before it', async () => {
  const shared = { slug: `archipelago-${crypto.randomUUID()}` };
  const [first, second] = [newResource(shared), newResource({ ...shared, title: 'Other' })];
  second.game = { id: second.id, name: 'Other', slug: 'other & more', gameIcon: '' };
  content.resources.push(first, second);
  const element = await put({ resource: shared.slug, game: 'other & more' });
  expect(textOf(element, 'name')).toBe('Other');
  expect(content.requests[0]!.path).toBe(`/v1/resources/slug/${shared.slug}?gameSlug=other%20%26%20more`);
  element.setAttribute('resource-id', first.id);
  await vi.waitFor(() => expect(textOf(element, 'name')).toBe('Lantern Weather'));
});

test('a card far below asks nothing until it is nearly on the screen; an eager one does at once', async () => {
  const spacer = document.createElement('div');
  spacer.style.blockSize = '9000px';
  document.body.append(spacer);
  const [far, eager] = ['lazy', 'eager'].map((loading) => {
    const element = document.createElement('resource-card');
    const resource = newResource();
    content.resources.push(resource);
    for (const [name, value] of Object.entries({ endpoint: content.endpoint, resource: resource.slug, loading }))
      element.setAttribute(name, value);
    document.body.append(element);
    return element;
  });
  await vi.waitFor(() => expect(eager!.state).toBe('ready'));
  await settle();
  expect(content.requests).toHaveLength(1);
  expect(far!.state).toBe('loading');
  far!.scrollIntoView();
  await vi.waitFor(() => expect(far!.state).toBe('ready'));
});

test('the title leads where the page says, and never runs anything', async () => {
  const resource = newResource({ slug: 'a/b c' });
  content.resources.push(resource);
  const element = await put({ 'resource-id': resource.id, href: '/mods/{game}/{slug}?id={id}' });
  const link = () => part(element, 'link')?.getAttribute('href');
  expect(link()).toBe(`/mods/hollow-tide/a%2Fb%20c?id=${resource.id}`);
  for (const href of ['javascript:alert(1)', 'data:text/html,x', ' javascript:{slug}', 'vbscript:x']) {
    element.setAttribute('href', href);
    await settle();
    expect(link(), href).toBeUndefined();
  }
});

test('a page may say at what level the title stands', async () => {
  const element = await put({ heading: '2' });
  expect(part(element, 'title')!.getAttribute('aria-level')).toBe('2');
});

test('refreshing asks past what is kept, for all cards of the record, and a failure leaves what there was', async () => {
  const element = await put();
  const { resource } = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  const other = await put({ resource: resource! });
  content.resources.find(({ slug }) => slug === resource)!.title = 'Renamed';
  await element.refresh();
  await settle();
  expect(content.requests.at(-1)!.cache).toBe('no-cache');
  expect(textOf(other, 'name')).toBe('Renamed');
  content.refusals.push({ status: 500, body: {} });
  await element.refresh();
  expect(element.state).toBe('ready');
});

test('a version keeps the order of its letters beside a title that is written from the right', async () => {
  const element = await putOne({ title: 'תרגום עברי', version: '20260622_075643', summary: '' });
  const { firstChild } = part(element, 'version')!;
  const leftOf = (index: number) => {
    const range = document.createRange();
    range.setStart(firstChild!, index);
    range.setEnd(firstChild!, index + 1);
    return range.getBoundingClientRect().left;
  };
  expect(leftOf(0)).toBeLessThan(leftOf(14));
});

test('the exact figures and day can be pointed at where the whole card is a link too', async () => {
  const element = await putOne({});
  element.setAttribute('href', '/mods/{slug}');
  await settle();
  for (const name of ['figure', 'date', 'verified']) {
    const { left, top } = part(element, name)!.getBoundingClientRect();
    const hit = element.shadowRoot!.elementFromPoint(left + 3, top + 3)!;
    expect(hit.closest(`[part=${name}][title]`), name).not.toBeNull();
  }
  const { left, bottom } = part(element, 'title')!.getBoundingClientRect();
  expect(element.shadowRoot!.elementFromPoint(left + 100, bottom + 10)).toBe(part(element, 'link'));
});
