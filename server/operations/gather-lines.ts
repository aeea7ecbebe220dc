/** Takes text for a file or a pipe. */
export interface LineSink {
  write(text: string): unknown;
  /** Hands over what is still on its way, before it returns. */
  flushSync(): void;
}

export interface GatherLimits {
  /** So many characters are handed over at once. */
  readonly characters: number;
  /** A line waits no longer than this, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Gathers lines and hands them over together: each hand-over wakes a thread, which costs more than making the line. Whatever
 * has to be said before the process ends needs `flushSync`.
 */
export function gatherLines(sink: LineSink, { characters, waitMs }: GatherLimits): LineSink {
  let gathered = '';
  let timer: NodeJS.Timeout | null = null;

  function handOver(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    sink.write(text);
  }

  return {
    write(line) {
      gathered += line;
      if (gathered.length >= characters) handOver();
      else timer ??= setTimeout(handOver, waitMs);
    },
    flushSync() {
      handOver();
      sink.flushSync();
    },
  };
}
