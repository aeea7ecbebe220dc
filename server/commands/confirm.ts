import { createInterface } from 'node:readline';
import { BadUsageError } from '../accounts/refused-error.ts';
import type { CommandIo } from './command-io.ts';
import { say } from './write-output.ts';

/**
 * Lets somebody at a terminal say yes; elsewhere only `--yes` does. @returns false when the answer was anything else.
 * @throws RefusedError when nobody can be asked.
 */
export async function confirm(io: CommandIo, question: string, yes: boolean | undefined): Promise<boolean> {
  if (yes === true) return true;
  if (!io.terminal.stdin || !io.terminal.stderr) {
    throw new BadUsageError(`${question} Add --yes to confirm; there is no terminal to ask on.`);
  }
  const agreed = /^y(es)?$/i.test((await ask(io, `${question} [y/N] `)).trim());
  if (!agreed) say(io, 'Nothing was deleted.');
  return agreed;
}

function ask(io: CommandIo, question: string): Promise<string> {
  const lines = createInterface({ input: io.stdin, output: io.stderr });
  return new Promise((resolve) => {
    lines.on('close', () => resolve(''));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
