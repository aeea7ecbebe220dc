import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { CommandIo } from './command-io.ts';

/** What a command answers: the document for `--json`, and the same for a person. */
export interface CommandAnswer {
  readonly json: unknown;
  readonly text: string;
}

export interface OutputOptions {
  readonly json?: boolean | undefined;
}

/** Prints the one document or the text on stdout. */
export async function printAnswer(io: CommandIo, options: OutputOptions, answer: CommandAnswer): Promise<void> {
  await writeText(io.stdout, `${options.json === true ? JSON.stringify(answer.json, null, 2) : answer.text}\n`);
}

/** Says something about the work on stderr, one line. */
export function say(io: CommandIo, line: string): void {
  io.stderr.write(`${line}\n`);
}

/** Writes and waits until the stream takes more, so that a slow reader holds the writer back. */
export async function writeText(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
