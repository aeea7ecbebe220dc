import { describe, expect, test } from 'vitest';
import { alignTable, markdownTable } from './tables.ts';

const TABLE = {
  title: 'Votes',
  heading: ['Program', 'per second'],
  rows: [
    ['ours', '12,345'],
    ['the floor', '7'],
  ],
};

describe('tables', () => {
  test('on the terminal names stand to the left and figures to the right', () => {
    expect(alignTable(TABLE).split('\n')).toEqual([
      'Votes',
      'Program    per second',
      '---------  ----------',
      'ours           12,345',
      'the floor           7',
    ]);
  });

  test('on the page they are a Markdown table under their title', () => {
    expect(markdownTable(TABLE).split('\n')).toEqual([
      '**Votes**',
      '',
      '| Program | per second |',
      '| :-- | --: |',
      '| ours | 12,345 |',
      '| the floor | 7 |',
    ]);
  });
});
