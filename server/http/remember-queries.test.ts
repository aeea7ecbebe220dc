import { expect, test, vi } from 'vitest';
import { rememberQueries } from './remember-queries.ts';

function longUrl(first: string, path = '/lists'): string {
  return `${path}?name=${first}&${Array.from({ length: 40 }, (_, at) => `name=server-${at}`).join('&')}`;
}

function namesIn(url: string): { names: string[] } {
  const names = new URLSearchParams(url.slice(url.indexOf('?') + 1)).getAll('name');
  if (names.includes('bad')) throw new Error('bad');
  return { names };
}

test('a long query is read once, whatever the path before it, and another one is read itself', () => {
  const read = vi.fn(namesIn);
  const readAgain = rememberQueries(read);
  const first = readAgain(longUrl('a'));
  expect(readAgain(longUrl('a', '/others'))).toBe(first);
  expect(read).toHaveBeenCalledTimes(1);
  expect(readAgain(longUrl('b'))).toEqual(namesIn(longUrl('b')));
  expect(readAgain(longUrl('a'))).toEqual(namesIn(longUrl('a')));
});

test('what many requests share cannot be changed by one of them', () => {
  const value = rememberQueries(namesIn)(longUrl('a'));
  expect(Object.isFrozen(value)).toBe(true);
  expect(Object.values(value).every(Object.isFrozen)).toBe(true);
});

test('what is refused is refused each time', () => {
  const readAgain = rememberQueries(namesIn);
  for (let time = 0; time < 2; time += 1) expect(() => readAgain(longUrl('bad'))).toThrow('bad');
});

test('short queries, none at all, and such as are longer than any list are not kept', () => {
  const read = vi.fn(namesIn);
  const readAgain = rememberQueries(read);
  for (const url of ['/lists?name=a', '/lists', `${longUrl('a')}${'&name=x'.repeat(2_000)}`]) {
    expect(readAgain(url)).not.toBe(readAgain(url));
  }
  expect(read).toHaveBeenCalledTimes(6);
});
