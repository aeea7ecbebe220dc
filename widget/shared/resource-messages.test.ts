import { expect, test } from 'vitest';
import { ENGLISH_RESOURCES, type ResourceMessages } from './resource-messages.ts';

const FILES = import.meta.glob<{ messages: ResourceMessages }>('../resource-languages/*.ts', { eager: true });
const VOTES = import.meta.glob('../languages/*.ts');
const codeOf = (path: string) => path.replace(/.*\/|\.ts/g, '');

test('cards speak every language that the button speaks', () => {
  expect(Object.keys(FILES).map(codeOf).sort()).toEqual(Object.keys(VOTES).map(codeOf).sort());
});

test.each([
  ['en', ENGLISH_RESOURCES] as const,
  ...Object.entries(FILES).map(([path, { messages }]) => [codeOf(path), messages] as const),
])('%s has all words, and two numbers in the one of pages', (_code, messages) => {
  expect(messages).toHaveLength(ENGLISH_RESOURCES.length);
  expect(messages.filter((word) => word.trim() === '')).toEqual([]);
  expect(messages.filter((word) => word.includes('{}'))).toEqual([messages[17]]);
  expect(messages[17].split('{}')).toHaveLength(3);
});
