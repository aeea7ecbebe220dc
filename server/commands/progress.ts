import cliProgress from 'cli-progress';
import type { CommandIo } from './command-io.ts';
import { say } from './write-output.ts';

/** Shows how far the work is, where somebody watches. */
export interface Progress {
  /** @param done in the unit of the total. @param label what it says beside the bar. */
  update(done: number, label: string): void;
  /** A line of its own that does not tear the bar. */
  say(line: string): void;
  stop(): void;
}

const CLEAR_LINE = '\r\u001b[2K';

/** A bar on stderr where that is a terminal, silence elsewhere. A total of `null` shows the label alone. */
export function createProgress(io: CommandIo, total: number | null): Progress {
  if (!io.terminal.stderr) {
    return { update: () => undefined, say: (line) => say(io, line), stop: () => undefined };
  }
  const bar = new cliProgress.SingleBar({
    stream: io.stderr,
    format: total === null ? '{label}' : '{bar} {percentage}%  {label}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    fps: 10,
  });
  bar.start(total ?? 1, 0, { label: '' });
  return {
    update: (done, label) => bar.update(total === null ? 0 : done, { label }),
    say: (line) => say(io, `${CLEAR_LINE}${line}`),
    stop: () => bar.stop(),
  };
}
