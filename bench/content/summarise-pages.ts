import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { medianRatio } from '../rounds/ratios.ts';
import { median } from '../statistics.ts';
import { type Sizes, STORE_NAMES, STORES, type StoreName } from './content-places.ts';
import { DEEP_PAGE, LIMIT, type PageKind, type PageTimes } from './measure-pages.ts';

const KINDS = {
  first: 'page 1',
  deep: `page ${DEEP_PAGE.toLocaleString('en-US')}`,
  filtered: 'last page of one game and category',
} as const satisfies Record<PageKind, string>;

/** Pages of each store, beside the same page of few resources and beside the first of as many. */
export function pagesTable(pages: readonly PageTimes[], { few }: Sizes): Table {
  return {
    title: `A page of ${LIMIT}, read from the store`,
    heading: ['Page', 'ms', `of ${few.toLocaleString('en-US')}`, 'of page 1'],
    rows: pages.map(({ store, resources, kind, rounds }) => [
      `${STORES[store]}, ${resources.toLocaleString('en-US')} resources, ${KINDS[kind]}`,
      median(rounds).toFixed(3),
      ratioText(rounds, timesOf(pages, { store, resources: few, kind })),
      ratioText(rounds, timesOf(pages, { store, resources, kind: 'first' })),
    ]),
  };
}

/**
 * That neither the number of resources nor the place of a page matters. For the last page of one game and category it is aimed
 * at alone: of few resources it lies in a list that is shorter than one block of the embedded store.
 */
export function pageClaims(pages: readonly PageTimes[], { few, many }: Sizes): Claim[] {
  const gate = { unit: '', sense: 'at most', gate: 1.5, target: null } as const;
  return STORE_NAMES.flatMap((store) => {
    const times = (resources: number, kind: PageKind) => timesOf(pages, { store, resources, kind });
    const sizes = `${many.toLocaleString('en-US')} resources against ${few.toLocaleString('en-US')}`;
    const first = times(many, 'first');
    return [
      { ...gate, what: `a page, ${sizes}, ${STORES[store]}`, measured: medianRatio(first, times(few, 'first')) },
      {
        ...gate,
        what: `the ${KINDS.filtered}, ${sizes}, ${STORES[store]}`,
        measured: medianRatio(times(many, 'filtered'), times(few, 'filtered')),
        gate: 1.7,
        target: 1.5,
      },
      {
        ...gate,
        what: `${KINDS.deep} of ${many.toLocaleString('en-US')} resources against page 1, ${STORES[store]}`,
        measured: medianRatio(times(many, 'deep'), first),
      },
    ];
  });
}

interface Wanted {
  readonly store: StoreName;
  readonly resources: number;
  readonly kind: PageKind;
}

function timesOf(pages: readonly PageTimes[], { store, resources, kind }: Wanted): readonly number[] {
  const found = pages.find((page) => page.store === store && page.resources === resources && page.kind === kind);
  return found?.rounds ?? [];
}

function ratioText(over: readonly number[], under: readonly number[]): string {
  return under.length === 0 ? '' : medianRatio(over, under).toFixed(2);
}
