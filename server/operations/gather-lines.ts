/** Where lines of a log go together. */
export interface LineSink {
  /** Takes lines in UTF-8, which are its own from then on. */
  write(lines: Buffer): unknown;
  /** Takes the last lines, and returns when they and all that waits are written, or cannot be. */
  flushSync(last: Buffer): void;
}

/** Takes lines one by one, as a logger writes them. */
export interface GatheredLines {
  write(line: string): void;
  /** Hands on what is gathered, for the sink to write it to the end. */
  flush(): void;
}

/** The longest that a line waits for others. */
const LONGEST_WAIT_MS = 500;

/** Bytes that a character of a string takes at most: what takes four is two characters of it. */
const MOST_OF_ONE = 3;

/**
 * Hands lines on many at a time. The destination of pino would gather them as well, but as text, which it measures with each
 * further line and puts into bytes at the end; here each is written once, to where it leaves from.
 *
 * @param most bytes that are written together; a longer line goes alone.
 */
export function gatherLines(sink: LineSink, most: number): GatheredLines {
  let room = Buffer.allocUnsafeSlow(most);
  let bytes = 0;

  /** What is gathered, in bytes of its own. */
  function take(): Buffer {
    const gathered = room.subarray(0, bytes);
    const isFew = bytes < most / 2;
    bytes = 0;
    if (!isFew) {
      room = Buffer.allocUnsafeSlow(most);
      return gathered;
    }
    // A few lines would keep the whole room for as long as they wait.
    const own = Buffer.allocUnsafeSlow(gathered.length);
    gathered.copy(own);
    return own;
  }

  function handOn(): void {
    if (bytes > 0) sink.write(take());
  }

  setInterval(handOn, LONGEST_WAIT_MS).unref();
  return {
    write(line) {
      const longest = line.length * MOST_OF_ONE;
      if (bytes + longest > most) handOn();
      if (longest > most) sink.write(Buffer.from(line));
      else bytes += room.write(line, bytes);
    },
    flush() {
      sink.flushSync(take());
    },
  };
}
