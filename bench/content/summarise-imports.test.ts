import { describe, expect, test } from 'vitest';
import { keeps } from '../report/claims.ts';
import type { Sizes } from './content-places.ts';
import type { ImportCost, Imports } from './measure-import.ts';
import { importClaims, importsTable } from './summarise-imports.ts';

const SIZES: Sizes = { few: 10, some: 100, middle: 1_000, many: 10_000 };
const cost = (seconds: number, peakBytes: number | null): ImportCost => ({ seconds, peakBytes });
const EMBEDDED: readonly Imports[] = [
  { store: 'embedded', rows: 100, costs: [cost(1, 100e6), cost(3, 300e6), cost(2, 100e6)] },
  { store: 'embedded', rows: 1_000, costs: [cost(9, 110e6), cost(10, 120e6), cost(11, 110e6)] },
  { store: 'embedded', rows: 10_000, costs: [cost(200, 165e6)] },
];

describe('imports', () => {
  test('stand in the table as medians over the rounds, beside those of the middle number of rows', () => {
    expect(importsTable(EMBEDDED, SIZES).rows).toEqual([
      ['embedded store', '100', '2.0', '50', '0.50', '100', '0.91'],
      ['embedded store', '1,000', '10.0', '100', '1.00', '110', '1.00'],
      ['embedded store', '10,000', '200.0', '50', '0.50', '165', '1.50'],
    ]);
  });

  test('are held to time and memory, and those of most rows are compared with the middle ones', () => {
    const claims = importClaims(EMBEDDED, SIZES).filter(({ what }) => what.includes('embedded'));
    expect(claims.map(({ what, measured }) => [what, measured])).toEqual([
      ['import of 1,000 rows, embedded store', 10],
      ['memory of that import against one of 100 rows, embedded store', 1.1],
      ['rows a second of an import of 10,000 against one of 1,000, embedded store', 0.5],
      ['memory of an import of 10,000 rows against one of 1,000, embedded store', 1.5],
    ]);
    expect(claims.map((claim) => keeps(claim, claim.gate) && keeps(claim, claim.target))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('that were not measured, or whose memory is unknown, prove nothing', () => {
    const unknown = EMBEDDED.map((of) => ({ ...of, costs: of.costs.map(({ seconds }) => cost(seconds, null)) }));
    expect(importsTable(unknown, SIZES).rows[0]).toEqual(['embedded store', '100', '2.0', '50', '0.50', '', '']);
    for (const claim of importClaims(unknown, SIZES)) {
      const isKnown = claim.what.includes('embedded') && !claim.what.includes('memory');
      expect(Number.isNaN(claim.measured)).toBe(!isKnown);
    }
  });
});
