import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { checkSiteVotesEndpoint } from '../../contract/sites.ts';
import { rememberQueries } from './remember-queries.ts';

const LISTS = z.object({ name: z.array(z.string()) });
const FORTY = Array.from({ length: 40 }, (_, at) => `name=server-${at}`).join('&');

function namesIn(url: string): { names: string[] } {
  const names = new URLSearchParams(url.slice(url.indexOf('?') + 1)).getAll('name');
  if (names.includes('bad')) throw new Error('bad');
  return { names };
}

function longUrl(first: string, path = '/lists'): string {
  return `${path}?name=${first}&${FORTY}`;
}

test('a long list is read once, whatever the path before it, and another one is read itself', () => {
  const read = vi.fn(namesIn);
  const readAgain = rememberQueries(LISTS, read);
  const first = readAgain(longUrl('a'));
  expect(readAgain(longUrl('a', '/others'))).toBe(first);
  expect(read).toHaveBeenCalledTimes(1);
  expect(readAgain(longUrl('b'))).toEqual(namesIn(longUrl('b')));
  expect(readAgain(longUrl('a'))).toEqual(namesIn(longUrl('a')));
});

test('what many requests share cannot be changed by one of them', () => {
  const value = rememberQueries(LISTS, namesIn)(longUrl('a'));
  expect(Object.isFrozen(value)).toBe(true);
  expect(Object.values(value).every(Object.isFrozen)).toBe(true);
});

test('what is refused is refused each time', () => {
  const readAgain = rememberQueries(LISTS, namesIn);
  for (let time = 0; time < 2; time += 1) expect(() => readAgain(longUrl('bad'))).toThrow('bad');
});

test.each([
  ['a short one', '/lists?name=a'],
  ['one longer than any page asks for', `${longUrl('a')}${'&name=x'.repeat(2_000)}`],
  ['one with the address of a visitor', `${longUrl('a')}&ip=192.0.2.1`],
  ['one that begins with something else', `/lists?ip=192.0.2.1&${FORTY}`],
  ['one that ends in the middle', `${longUrl('a')}&`],
])('%s is not kept', (_which, url) => {
  const readAgain = rememberQueries(LISTS, namesIn);
  expect(readAgain(url)).not.toBe(readAgain(url));
  expect(readAgain(url)).toEqual(namesIn(url));
});

test('the lists of a page are kept', () => {
  const read = vi.fn(namesIn);
  const readAgain = rememberQueries(checkSiteVotesEndpoint.query, read);
  const url = `/checks?${FORTY.replaceAll('name=', 'server=')}`;
  expect(readAgain(url)).toBe(readAgain(url));
  expect(read).toHaveBeenCalledTimes(1);
});

test.each(['/lists', `/lists/name=${'a'.repeat(300)}`])('what comes of none at all is made once: %s', (url) => {
  const read = vi.fn((text: string) => ({ names: [text] }));
  const readAgain = rememberQueries(z.object({}), read);
  expect(readAgain(url)).toEqual({ names: [''] });
  expect(readAgain('/others')).toBe(readAgain(url));
  expect(Object.isFrozen(readAgain(url))).toBe(true);
  expect(read).toHaveBeenCalledTimes(1);
});

test('what cannot be without a query is refused each time', () => {
  const readAgain = rememberQueries(LISTS, () => {
    throw new Error('missing');
  });
  for (let time = 0; time < 2; time += 1) expect(() => readAgain('/lists')).toThrow('missing');
});

test('an endpoint that asks for more than lists, or for nothing, keeps nothing', () => {
  for (const query of [LISTS.extend({ ip: z.string() }), z.object({})]) {
    const readAgain = rememberQueries(query, namesIn);
    expect(readAgain(longUrl('a'))).not.toBe(readAgain(longUrl('a')));
  }
});
