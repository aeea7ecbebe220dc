import { describe, expect, test } from 'vitest';
import { type Claim, claimsTable, keeps } from './claims.ts';

const RATIO: Claim = { what: 'ratio', measured: 0.65, unit: '', sense: 'at least', gate: 0.6, target: 0.7 };

describe('claims', () => {
  test('a bound itself is kept by at least and at most, and not by below', () => {
    expect(keeps({ ...RATIO, measured: 0.6 }, 0.6)).toBe(true);
    expect(keeps({ ...RATIO, measured: 0.599 }, 0.6)).toBe(false);
    expect(keeps({ ...RATIO, sense: 'at most', measured: 1.15 }, 1.15)).toBe(true);
    expect(keeps({ ...RATIO, sense: 'at most', measured: 1.151 }, 1.15)).toBe(false);
    expect(keeps({ ...RATIO, sense: 'below', measured: 50 }, 50)).toBe(false);
  });

  test('what could not be measured keeps no bound', () => {
    expect(keeps({ ...RATIO, measured: Number.NaN }, 0.6)).toBe(false);
    expect(keeps({ ...RATIO, measured: Number.POSITIVE_INFINITY }, 0.6)).toBe(false);
  });

  test('the table says of gate and target apart what became of them', () => {
    const latency: Claim = { what: 'p99', measured: 51, unit: 'ms', sense: 'below', gate: 50, target: null };
    expect(claimsTable([RATIO, latency]).rows).toEqual([
      ['ratio', '0.650', 'at least 0.600', 'held', 'at least 0.700', 'missed'],
      ['p99', '51.00 ms', 'below 50.00 ms', 'MISSED', '', ''],
    ]);
  });
});
