import type { Violation } from '../history/check-history.ts';
import type { Figures } from '../history/figures.ts';

/** What became of one scenario. */
export type Result =
  | { readonly name: string; readonly title: string; readonly state: 'not run'; readonly reason: string }
  | {
      readonly name: string;
      readonly title: string;
      readonly state: 'passed' | 'failed';
      readonly seconds: number;
      /** `null` when the scenario did not come to its end; `faults` says why. */
      readonly figures: Figures | null;
      /** Every broken promise, and whatever else went wrong. */
      readonly faults: readonly string[];
      /** How many votes may be lost here, in words; `null`: none. */
      readonly bound: string | null;
    };

/** The file of `--out`. */
export interface Report {
  /** ISO 8601. */
  readonly date: string;
  readonly form: 'short' | 'long';
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
  readonly results: readonly Result[];
}

/** More sentences than this say nothing new. */
const MAX_FAULTS = 20;

export function describeViolations(violations: readonly Violation[]): string[] {
  const shown = violations.slice(0, MAX_FAULTS).map(({ invariant, what }) => `invariant ${invariant}: ${what}`);
  return violations.length > shown.length ? [...shown, `... and ${violations.length - shown.length} more.`] : shown;
}

export function countResults(results: readonly Result[]): Pick<Report, 'passed' | 'failed' | 'notRun'> {
  const count = (wanted: Result['state']) => results.filter(({ state }) => state === wanted).length;
  return { passed: count('passed'), failed: count('failed'), notRun: count('not run') };
}

/** Where every scenario has to run, one that was not has failed. */
export function requireRun(result: Result): Result {
  if (result.state !== 'not run') return result;
  const { name, title, reason } = result;
  const faults = [`It was not run: it ${reason}.`];
  return { name, title, state: 'failed', seconds: 0, figures: null, faults, bound: null };
}

/** One line for a terminal, and one more for each fault. */
export function lineOf(result: Result): string {
  const name = result.name.padEnd(24);
  if (result.state === 'not run') return `${name} not run: ${result.reason}`;
  const { state, seconds, figures, faults } = result;
  const words = figures === null ? [] : wordsOf(figures);
  const line = `${name} ${[state.padEnd(6), `${seconds.toFixed(0)} s`.padStart(5), ...words].join('  ')}`;
  return [line, ...faults.map((fault) => `    ${fault.replaceAll('\n', '\n    ')}`)].join('\n');
}

function wordsOf(figures: Figures): string[] {
  return [
    `${figures.requests} requests`,
    `${figures.acknowledged} acknowledged`,
    `${figures.lost} lost`,
    `${figures.doubled} doubled`,
    `gap ${figures.longestGapSeconds.toFixed(1)} s`,
    `slowest ${figures.slowestMs.toFixed(0)} ms`,
    `${figures.refused} refused`,
    `${figures.resetUnheard} reset unheard`,
    `${figures.unknownButApplied} unknown but applied`,
  ];
}
