import type { Claim } from '../report/claims.ts';
import type { Table } from '../report/tables.ts';
import { whole } from '../rounds/compare.ts';
import { median } from '../statistics.ts';
import { type Sizes, STORE_NAMES, STORES, type StoreName } from './content-places.ts';
import type { Imports } from './measure-import.ts';

/** Imports of each number of rows, with what they come to against those of the middle one. */
export function importsTable(imports: readonly Imports[], { middle }: Sizes): Table {
  const middleText = middle.toLocaleString('en-US');
  return {
    title: 'Imports by the command line, each into an empty store',
    heading: ['Store', 'rows', 's', 'rows/s', `of ${middleText}`, 'most memory, MB', `of ${middleText}`],
    rows: imports.map((of) => {
      const [rate, peak] = [rateOf(of), peakOf(of)];
      const beside = importsOf(imports, of.store, middle);
      return [
        STORES[of.store],
        of.rows.toLocaleString('en-US'),
        secondsOf(of).toFixed(1),
        whole(rate),
        (rate / rateOf(beside)).toFixed(2),
        Number.isNaN(peak) ? '' : (peak / 1e6).toFixed(0),
        Number.isNaN(peak) ? '' : (peak / peakOf(beside)).toFixed(2),
      ];
    }),
  };
}

/** That imports end in time, and that more rows take neither more time each nor more memory. */
export function importClaims(imports: readonly Imports[], sizes: Sizes): Claim[] {
  return STORE_NAMES.flatMap((store) => {
    const [some, middle, many] = [sizes.some, sizes.middle, sizes.many].map((rows) => importsOf(imports, store, rows));
    const text = (rows: number) => rows.toLocaleString('en-US');
    const name = STORES[store];
    return [
      {
        what: `import of ${text(sizes.middle)} rows, ${name}`,
        measured: secondsOf(middle),
        unit: 's',
        sense: 'below',
        gate: 60,
        target: null,
      },
      {
        what: `memory of that import against one of ${text(sizes.some)} rows, ${name}`,
        measured: peakOf(middle) / peakOf(some),
        unit: '',
        sense: 'at most',
        gate: 1.15,
        target: null,
      },
      {
        what: `rows a second of an import of ${text(sizes.many)} against one of ${text(sizes.middle)}, ${name}`,
        measured: rateOf(many) / rateOf(middle),
        unit: '',
        sense: 'at least',
        gate: 0.5,
        target: 0.7,
      },
      {
        what: `memory of an import of ${text(sizes.many)} rows against one of ${text(sizes.middle)}, ${name}`,
        measured: peakOf(many) / peakOf(middle),
        unit: '',
        sense: 'at most',
        gate: 1.5,
        target: 1.15,
      },
    ] satisfies Claim[];
  });
}

function importsOf(imports: readonly Imports[], store: StoreName, rows: number): Imports | undefined {
  return imports.find((of) => of.store === store && of.rows === rows);
}

function secondsOf(imports: Imports | undefined): number {
  return medianOf(imports?.costs.map(({ seconds }) => seconds));
}

function rateOf(imports: Imports | undefined): number {
  return (imports?.rows ?? Number.NaN) / secondsOf(imports);
}

function peakOf(imports: Imports | undefined): number {
  return medianOf(imports?.costs.map(({ peakBytes }) => peakBytes ?? Number.NaN));
}

function medianOf(values: readonly number[] = []): number {
  return values.length === 0 ? Number.NaN : median(values);
}
