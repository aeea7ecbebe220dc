import sonic from 'sonic-boom';
import { isErrno } from '../is-errno.ts';
import type { LineSink } from './gather-lines.ts';

declare module 'sonic-boom' {
  interface SonicBoom {
    /** With `contentMode: 'buffer'`, which its own types leave out here. */
    write(bytes: Buffer): boolean;
    /** Does `write` return when all is written? It is an option too, and can be set at any time; its own types leave it out. */
    sync: boolean;
  }
}

export interface StdoutOptions {
  /** Bytes that are written together. */
  readonly most: number;
  /** Is told why nothing can be written, or that lines are lost, once until all that waited is written. It must not throw. */
  readonly onFault: (error: unknown) => void;
  /** Where to; left out: stdout. */
  readonly fd?: number;
  /** Bytes that wait at most; left out: enough for hours. */
  readonly mostWaiting?: number;
}

/** Bytes that wait for a reader who stands still, or for a disk that is full. What comes then is lost: votes need the memory. */
const MOST_WAITING = 64 * 1024 * 1024;
/** How often the last lines are tried, a tenth of a second apart, where the reader stands still. */
const LAST_TRIES = 20;

/**
 * Stdout, for a log. Nothing that happens to it stops the service or keeps it from ending: what nobody reads any more is let go
 * of, and what cannot be written waits for the next lines. The destination that pino makes itself tries for ever to write the
 * last lines to a pipe that has lost its reader.
 */
export function openStdout({ most, onFault, fd = 1, mostWaiting = MOST_WAITING }: StdoutOptions): LineSink {
  let triesLeft = Number.POSITIVE_INFINITY;
  let [isRead, isFaulty] = [true, false];
  const stdout = new sonic.SonicBoom({
    fd,
    maxWrite: most,
    maxLength: mostWaiting,
    contentMode: 'buffer',
    retryEAGAIN: () => triesLeft-- > 0,
  });

  function letGo(): void {
    isRead = false;
    stdout.destroy();
  }

  function refuse(error: unknown): void {
    const isNew = !isFaulty;
    isFaulty = true;
    if (isErrno(error, 'EPIPE')) letGo();
    else if (isNew) onFault(error);
  }

  stdout.on('error', refuse);
  stdout.on('drop', () => {
    refuse(new Error('too many lines wait, and further ones are lost'));
    // What is refused for want of room would else never be tried again: only lines that are taken are a reason to.
    if (isRead) stdout.flush();
  });
  stdout.on('drain', () => {
    isFaulty = false;
  });
  return {
    write(lines) {
      if (isRead) stdout.write(lines);
    },
    flushSync(last) {
      if (!isRead) return;
      triesLeft = LAST_TRIES;
      try {
        stdout.flushSync();
        // A writing would be given to another thread, which `flushSync` does not wait for, nor a process that exits.
        stdout.sync = true;
        if (last.length > 0) stdout.write(last);
        stdout.flushSync();
      } catch (error) {
        refuse(error);
        letGo();
      } finally {
        stdout.sync = false;
      }
    },
  };
}
