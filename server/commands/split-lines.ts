/** One line of a file without its end. `bytes` is `null` when it was longer than is allowed. */
export interface FileLine {
  readonly bytes: Buffer | null;
  readonly line: number;
}

const NEWLINE = 0x0a;

/** Cuts bytes into lines as they arrive and holds no more than one of them; a line that is too long is dropped, not kept. */
export class LineSplitter {
  readonly #maxBytes: number;
  #line = 1;
  #kept: Buffer[] = [];
  #keptBytes = 0;

  constructor(maxLineBytes: number) {
    this.#maxBytes = maxLineBytes;
  }

  /** The lines that end in this chunk. */
  read(chunk: Buffer): FileLine[] {
    const lines: FileLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#finish());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** The last line, where the file does not end with a line end. */
  end(): FileLine[] {
    return this.#keptBytes === 0 ? [] : [this.#finish()];
  }

  #finish(): FileLine {
    const tooLong = this.#keptBytes > this.#maxBytes;
    const finished = { bytes: tooLong ? null : Buffer.concat(this.#kept), line: this.#line };
    this.#line += 1;
    this.#kept = [];
    this.#keptBytes = 0;
    return finished;
  }

  #keep(part: Buffer): void {
    this.#keptBytes += part.length;
    if (this.#keptBytes > this.#maxBytes) this.#kept = [];
    else this.#kept.push(part);
  }
}
