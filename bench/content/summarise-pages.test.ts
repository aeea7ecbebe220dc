import { describe, expect, test } from 'vitest';
import type { Sizes, StoreName } from './content-places.ts';
import { DEEP_PAGE, LIMIT, type PageKind, type PageTimes, pagesOf } from './measure-pages.ts';
import { pageClaims, pagesTable } from './summarise-pages.ts';

const SIZES: Sizes = { few: 1_000, some: 2_000, middle: 100_000, many: 1_000_000 };

function page(store: StoreName, at: readonly [resources: number, kind: PageKind], rounds: number[]): PageTimes {
  return { store, resources: at[0], kind: at[1], rounds };
}

const PAGES = [
  page('embedded', [1_000, 'first'], [0.1, 0.1, 0.2]),
  page('embedded', [1_000, 'filtered'], [0.05, 0.05, 0.05]),
  page('embedded', [1_000_000, 'first'], [0.12, 0.13, 0.24]),
  page('embedded', [1_000_000, 'deep'], [0.18, 0.26, 0.48]),
  page('embedded', [1_000_000, 'filtered'], [0.1, 0.1, 0.1]),
];

describe('pages', () => {
  test('stand beside the same page of few resources and beside the first one of as many', () => {
    expect(pagesTable(PAGES, SIZES).rows).toEqual([
      ['embedded store, 1,000 resources, page 1', '0.100', '1.00', '1.00'],
      ['embedded store, 1,000 resources, last page of one game and category', '0.050', '1.00', '0.50'],
      ['embedded store, 1,000,000 resources, page 1', '0.130', '1.20', '1.00'],
      ['embedded store, 1,000,000 resources, page 5,000', '0.260', '', '2.00'],
      ['embedded store, 1,000,000 resources, last page of one game and category', '0.100', '2.00', '0.77'],
    ]);
  });

  test('are held to the same time wherever they are, on each store', () => {
    const figures = pageClaims(PAGES, SIZES).map(({ what, measured, gate, target }) => [
      what,
      measured.toFixed(2),
      gate,
      target,
    ]);
    const many = '1,000,000 resources against 1,000';
    expect(figures).toEqual([
      [`a page, ${many}, embedded store`, '1.20', 1.5, null],
      [`the last page of one game and category, ${many}, embedded store`, '2.00', 1.7, 1.5],
      ['page 5,000 of 1,000,000 resources against page 1, embedded store', '2.00', 1.5, null],
      [`a page, ${many}, Redis`, 'NaN', 1.5, null],
      [`the last page of one game and category, ${many}, Redis`, 'NaN', 1.7, 1.5],
      ['page 5,000 of 1,000,000 resources against page 1, Redis', 'NaN', 1.5, null],
    ]);
  });

  test('are read where there are full ones', () => {
    expect(pagesOf(1_000).map(({ kind }) => kind)).toEqual(['first', 'filtered']);
    expect(pagesOf(DEEP_PAGE * LIMIT - 1).map(({ kind }) => kind)).toEqual(['first', 'filtered']);
    expect(pagesOf(DEEP_PAGE * LIMIT)).toEqual([
      { kind: 'first', list: 'all', offset: 0 },
      { kind: 'deep', list: 'all', offset: 99_980 },
      { kind: 'filtered', list: 'game=game-3&category=category-3', offset: 2_480 },
    ]);
  });
});
