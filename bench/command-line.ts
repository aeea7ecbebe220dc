import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The arguments make no sense; the message says what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The options of a command line, which takes nothing else. @throws UsageError */
export function parseOptions<const Known extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Known,
) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Those of the wanted names, all of which have to be known. @param what a name is called. @throws UsageError */
export function chooseNames(wanted: readonly string[], known: readonly string[], what: string): readonly string[] {
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown === undefined) return wanted;
  throw new UsageError(`There is no ${what} ${JSON.stringify(unknown)}. There are: ${known.join(', ')}.`);
}
