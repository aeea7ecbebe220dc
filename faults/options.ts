import { parseArgs } from 'node:util';

/** What `npm run faults` was asked for. */
export interface Options {
  /** Names of the scenarios to run; empty for all of the form. */
  readonly only: readonly string[];
  readonly isLong: boolean;
  /** File that the figures are written to as JSON, or `null`. */
  readonly out: string | null;
  /** Reports to write the table in docs/operations.md from, instead of running anything. */
  readonly table: readonly string[];
}

/** The arguments make no sense; the message says what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `npm run faults -- [--only NAME]... [--long] [--out FILE.json]
npm run faults -- --table FILE.json [--table FILE.json]...
  --only   run this scenario alone; may be given several times
  --long   every scenario, for longer (default: some of them, for two minutes in all)
  --out    write every figure to this file as JSON
  --table  run nothing, and write the table in docs/operations.md from these files of long runs`;

/** Reads the arguments. @throws UsageError */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const values = parse(args);
  const only = values.only ?? [];
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`There is no scenario ${JSON.stringify(unknown)}. There are: ${names.join(', ')}.`);
  }
  return { only, isLong: values.long ?? false, out: values.out ?? null, table: values.table ?? [] };
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true },
        long: { type: 'boolean' },
        out: { type: 'string' },
        table: { type: 'string', multiple: true },
      },
    });
    return values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
