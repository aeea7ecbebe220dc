import { chooseNames, parseOptions, UsageError } from './command-line.ts';

/** What `npm run bench` was asked for. */
export interface Options {
  /** Names of the benchmarks to run; empty for all. */
  readonly only: readonly string[];
  readonly rounds: number;
  /** Length of one measured round of load. */
  readonly seconds: number;
  /** File that the figures are written to as JSON, or `null`. */
  readonly out: string | null;
  /** Measure nothing, and write the pages from the last run of each benchmark. */
  readonly page: boolean;
}

export const USAGE = `npm run bench -- [--only NAME]... [--rounds N] [--seconds N] [--out FILE.json] [--page]
  --only     run this benchmark alone: vote, check, sites, growth, ten-million, content, elements or profile; may be given several times (default: all but ten-million and profile)
  --rounds   interleaved rounds, 5 to 99 (default 5): the figures are medians over them
  --seconds  length of one measured round of load, 1 to 20 (default 5)
  --out      write every figure to this file as JSON
  --page     measure nothing: write docs/performance.md and docs/scaling.md from the last run of each benchmark, as a run of all does`;

const USUAL = { rounds: 5, seconds: 5 } as const;

/** How many times longer than the usual run one with these options may take, at most; never less than once. */
export function timesUsual({ rounds, seconds }: Pick<Options, 'rounds' | 'seconds'>): number {
  return (rounds / USUAL.rounds) * Math.max(1, seconds / USUAL.seconds);
}

/** Reads the arguments. @throws UsageError */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const values = parseOptions(args, {
    only: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    out: { type: 'string' },
    page: { type: 'boolean' },
  });
  return {
    only: chooseNames(values.only ?? [], names, 'benchmark'),
    rounds: wholeNumber('--rounds', values.rounds ?? String(USUAL.rounds), { least: 5, most: 99 }),
    seconds: wholeNumber('--seconds', values.seconds ?? String(USUAL.seconds), { least: 1, most: 20 }),
    out: values.out ?? null,
    page: values.page ?? false,
  };
}

function wholeNumber(name: string, text: string, bounds: { readonly least: number; readonly most: number }): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.least && value <= bounds.most) return value;
  throw new UsageError(`${name} must be a whole number from ${bounds.least} to ${bounds.most}.`);
}
