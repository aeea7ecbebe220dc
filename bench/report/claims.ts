import type { Table } from './tables.ts';

/** Something measured with what it has to be, and what is aimed at. */
export interface Claim {
  readonly what: string;
  readonly measured: number;
  readonly unit: '' | 'ms' | 's' | 'bytes';
  readonly sense: 'at least' | 'at most' | 'below';
  /** A run in which this does not hold fails; `null` where nothing is required. */
  readonly gate: number | null;
  /** What is aimed at. Missing it is said and fails nothing; `null` where nothing beyond the gate is. */
  readonly target: number | null;
}

/** Does the measured figure keep to the bound? A bound of `null` is always kept. */
export function keeps(claim: Claim, bound: number | null): boolean {
  if (bound === null) return true;
  // A figure that could not be measured proves nothing.
  if (!Number.isFinite(claim.measured)) return false;
  if (claim.sense === 'at least') return claim.measured >= bound;
  return claim.sense === 'at most' ? claim.measured <= bound : claim.measured < bound;
}

/** All claims with what became of each. */
export function claimsTable(claims: readonly Claim[]): Table {
  return {
    title: 'Gates and targets',
    heading: ['What', 'measured', 'gate', '', 'target', ''],
    rows: claims.map((claim) => [
      claim.what,
      figure(claim, claim.measured),
      bound(claim, claim.gate),
      verdict(claim, claim.gate, ['held', 'MISSED']),
      bound(claim, claim.target),
      verdict(claim, claim.target, ['reached', 'missed']),
    ]),
  };
}

function bound(claim: Claim, value: number | null): string {
  return value === null ? '' : `${claim.sense} ${figure(claim, value)}`;
}

function verdict(claim: Claim, value: number | null, words: readonly [string, string]): string {
  if (value === null) return '';
  return keeps(claim, value) ? words[0] : words[1];
}

/** Figures are shown so finely that rounding cannot make a missed gate look held. */
function figure({ unit }: Claim, value: number): string {
  if (unit === 'bytes') return `${value.toFixed(1)} bytes`;
  return unit === '' ? value.toFixed(3) : `${value.toFixed(2)} ${unit}`;
}
