import { expect, test } from 'vitest';
import { formatFields, formatTable } from './format-table.ts';

test('columns are aligned in a terminal, where Chinese signs take two columns and marks none', () => {
  const table = formatTable(
    ['SLUG', 'VOTES'],
    [
      ['千禧年', '1'],
      ['cafe\u0301', '22'],
      ['abcdef', '333'],
    ],
  );
  expect(table.split('\n')).toEqual(['SLUG    VOTES', '千禧年  1', 'cafe\u0301    22', 'abcdef  333']);
});

test('a name from a stranger cannot steer the terminal', () => {
  expect(formatTable(['NAME'], [['a\u001b[31mred\nnew line']])).toBe('NAME\na [31mred new line');
  expect(formatFields([['Name', 'x\u0007y']])).toBe('Name  x y');
});
