import { chooseNames, parseOptions } from '../bench/command-line.ts';

/** What `npm run faults` was asked for. */
export interface Options {
  /** Names of the scenarios to run; empty for all of the form. */
  readonly only: readonly string[];
  readonly isLong: boolean;
  /** Is it a fault when this machine lacks what a scenario needs? */
  readonly isComplete: boolean;
  /** File that the figures are written to as JSON, or `null`. */
  readonly out: string | null;
  /** Reports to write the table in docs/operations.md from, instead of running anything. */
  readonly table: readonly string[];
}

export const USAGE = `npm run faults -- [--only NAME]... [--long] [--complete] [--out FILE.json]
npm run faults -- --table FILE.json [--table FILE.json]...
  --only      run this scenario alone; may be given several times
  --long      every scenario, for longer (default: some of them, for two minutes in all)
  --complete  a scenario that cannot be run on this machine has failed (default: it is listed as not run)
  --out       write every figure to this file as JSON
  --table     run nothing, and write the table in docs/operations.md from these files of long runs`;

/** Reads the arguments. @throws UsageError */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const {
    only = [],
    long = false,
    complete = false,
    out = null,
    table = [],
  } = parseOptions(args, {
    only: { type: 'string', multiple: true },
    long: { type: 'boolean' },
    complete: { type: 'boolean' },
    out: { type: 'string' },
    table: { type: 'string', multiple: true },
  });
  return { only: chooseNames(only, names, 'scenario'), isLong: long, isComplete: complete, out, table };
}
