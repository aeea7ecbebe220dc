import type { CommandIo, CommandRun } from './command-io.ts';
import { createProgram } from './create-program.ts';
import { explainError } from './explain-error.ts';
import { say } from './write-output.ts';

/** Runs one command line, without the program's name. @returns the exit code: 0, 1 failed, 2 bad usage. Never rejects. */
export async function runCli(args: readonly string[], io: CommandIo): Promise<number> {
  const run: CommandRun = { io, exitCode: 0 };
  try {
    await createProgram(run).parseAsync([...args], { from: 'user' });
    return run.exitCode;
  } catch (error) {
    const { exitCode, line } = explainError(error);
    if (line !== null) say(io, line);
    return exitCode;
  }
}
