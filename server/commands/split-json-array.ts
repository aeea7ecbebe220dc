/** One element of an array: its bytes, and the line it begins on, from 1. */
export interface ArrayElement {
  readonly bytes: Buffer;
  readonly line: number;
}

/** The file is no JSON array. `line` counts from 1. */
export class JsonArrayError extends Error {
  override readonly name = 'JsonArrayError';
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

type Place = 'before' | 'first' | 'next' | 'element' | 'after';

const [NEWLINE, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x22, 0x2c, 0x5c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
/** JSON's white space, and the bytes of a byte order mark. */
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/**
 * Cuts a JSON array into its elements as it arrives and holds no more than one of them. Works on bytes, which is safe
 * because UTF-8 uses JSON's signs for nothing else. Whoever parses an element learns whether it is JSON.
 */
export class JsonArraySplitter {
  readonly #maxBytes: number;
  #place: Place = 'before';
  #line = 1;
  #startLine = 1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #kept: Buffer[] = [];
  #keptBytes = 0;

  constructor(maxElementBytes: number) {
    this.#maxBytes = maxElementBytes;
  }

  /** The elements that end in this chunk. @throws JsonArrayError */
  read(chunk: Buffer): ArrayElement[] {
    const elements: ArrayElement[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) this.#line += 1;
      if (this.#place === 'element') {
        if (this.#staysInside(byte)) continue;
        elements.push(this.#finish(chunk.subarray(start, at), byte));
      } else if (this.#beginsElement(byte)) {
        start = at;
      }
    }
    if (this.#place === 'element') this.#keep(chunk.subarray(start));
    return elements;
  }

  /** @throws JsonArrayError when the array was not closed. */
  end(): void {
    if (this.#place === 'before') throw new JsonArrayError('is empty; it must hold a JSON array', this.#line);
    if (this.#place !== 'after')
      throw new JsonArrayError('ends before the array is closed; is it complete?', this.#line);
  }

  #beginsElement(byte: number): boolean {
    if (BLANK.has(byte)) return false;
    if (this.#place === 'before') {
      if (byte !== OPEN_BRACKET) throw new JsonArrayError('must hold a JSON array, or be named .ndjson', this.#line);
      this.#place = 'first';
      return false;
    }
    if (this.#place === 'first' && byte === CLOSE_BRACKET) {
      this.#place = 'after';
      return false;
    }
    if (this.#place === 'after') throw new JsonArrayError('goes on after the end of the array', this.#line);
    if (byte === COMMA || byte === CLOSE_BRACKET) throw new JsonArrayError('has a comma too many', this.#line);
    this.#place = 'element';
    this.#startLine = this.#line;
    return this.#staysInside(byte);
  }

  #staysInside(byte: number): boolean {
    if (this.#inString) {
      this.#readString(byte);
      return true;
    }
    if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_BRACKET)) return false;
    if (byte === QUOTE) this.#inString = true;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth += 1;
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#depth = Math.max(0, this.#depth - 1);
    return true;
  }

  #readString(byte: number): void {
    if (this.#escaped) {
      this.#escaped = false;
    } else if (byte === BACKSLASH) {
      this.#escaped = true;
    } else if (byte === QUOTE) {
      this.#inString = false;
    }
  }

  #finish(rest: Buffer, byte: number): ArrayElement {
    this.#keep(rest);
    const element = { bytes: Buffer.concat(this.#kept), line: this.#startLine };
    this.#kept = [];
    this.#keptBytes = 0;
    this.#place = byte === COMMA ? 'next' : 'after';
    return element;
  }

  #keep(part: Buffer): void {
    this.#kept.push(part);
    this.#keptBytes += part.length;
    if (this.#keptBytes > this.#maxBytes) {
      throw new JsonArrayError(
        `has an element of more than ${this.#maxBytes} bytes; is a quote missing?`,
        this.#startLine,
      );
    }
  }
}
