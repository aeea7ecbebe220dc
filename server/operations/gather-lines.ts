/** Where lines of a log go together. */
export interface LineSink {
  write(text: string): unknown;
  flushSync(): void;
}

/** Takes lines one by one, as a logger writes them. */
export interface GatheredLines {
  write(line: string): void;
  /** Writes what is gathered and waits until it is written. */
  flush(): void;
}

/** The longest that a line waits for others. */
const LONGEST_WAIT_MS = 500;

/**
 * Hands lines on many at a time. The destination of pino would gather them as well, but measures all that it has gathered with
 * each further line.
 *
 * @param most bytes that are written together; a longer line goes alone.
 */
export function gatherLines(sink: LineSink, most: number): GatheredLines {
  let text = '';
  let bytes = 0;

  function handOn(): void {
    if (text === '') return;
    sink.write(text);
    text = '';
    bytes = 0;
  }

  setInterval(handOn, LONGEST_WAIT_MS).unref();
  return {
    write(line) {
      const length = Buffer.byteLength(line);
      if (bytes + length > most) handOn();
      text += line;
      bytes += length;
    },
    flush() {
      handOn();
      sink.flushSync();
    },
  };
}
