import { parseArgs } from 'node:util';

/** What `npm run bench` was asked for. */
export interface Options {
  /** Names of the benchmarks to run; empty for all. */
  readonly only: readonly string[];
  readonly rounds: number;
  /** Length of one measured round of load. */
  readonly seconds: number;
  /** File that the figures are written to as JSON, or `null`. */
  readonly out: string | null;
}

/** The arguments make no sense; the message says what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `npm run bench -- [--only NAME]... [--rounds N] [--seconds N] [--out FILE.json]
  --only     run this benchmark alone: vote, check, sites, growth, content, widget or profile; may be given several times (default: all but profile)
  --rounds   interleaved rounds, 5 to 99 (default 5): the figures are medians over them
  --seconds  length of one measured round of load, 1 to 20 (default 5)
  --out      write every figure to this file as JSON`;

/** Reads the arguments. @throws UsageError */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const values = parse(args);
  const only = values.only ?? [];
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`There is no benchmark ${JSON.stringify(unknown)}. There are: ${names.join(', ')}.`);
  }
  return {
    only,
    rounds: wholeNumber('--rounds', values.rounds ?? '5', { least: 5, most: 99 }),
    seconds: wholeNumber('--seconds', values.seconds ?? '5', { least: 1, most: 20 }),
    out: values.out ?? null,
  };
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        out: { type: 'string' },
      },
    });
    return values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function wholeNumber(name: string, text: string, bounds: { readonly least: number; readonly most: number }): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.least && value <= bounds.most) return value;
  throw new UsageError(`${name} must be a whole number from ${bounds.least} to ${bounds.most}.`);
}
