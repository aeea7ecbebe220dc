import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A pipe for what a service prints, which nobody reads until somebody does. */
export interface NamedPipe {
  /** Where a reader can open it. */
  readonly path: string;
  /** The end to write to. */
  readonly input: number;
  /** Takes its last reader away, unless `path` was opened by another. */
  breakOff(): void;
}

/** Makes one in a folder, until the end of the test. */
export function openNamedPipe(folder: string): NamedPipe {
  const path = join(folder, `pipe-${crypto.randomUUID()}`);
  execFileSync('mkfifo', [path]);
  // Opening one end waits for the other, so one that is both is opened first.
  const ends = [openSync(path, 'r+'), openSync(path, 'w')] as const;
  const open = new Set<number>(ends);
  const close = (end: number) => {
    if (open.delete(end)) closeSync(end);
  };
  onTestFinished(() => {
    for (const end of ends) close(end);
  });
  return { path, input: ends[1], breakOff: () => close(ends[0]) };
}
