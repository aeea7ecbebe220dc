import { createReadStream } from 'node:fs';
import { JsonArrayError, JsonArraySplitter } from './split-json-array.ts';
import { LineSplitter } from './split-lines.ts';

/** Where a row stands: its line from 1, and its index from 0 in a JSON array. */
export interface RowPlace {
  readonly line: number;
  readonly index: number | null;
}

/** A row as read: its value, or what is wrong with the text itself. */
export type SourceRow = RowPlace &
  (
    | { readonly value: unknown; readonly bytes: number; readonly fault: null }
    | { readonly fault: { readonly member: 'row' | 'file'; readonly reason: string } }
  );

/** The longest row in a file: far above any real one, and small enough for memory. */
const MAX_ROW_BYTES = 8 * 1024 * 1024;

/**
 * Reads the rows of an NDJSON or JSON file one after the other, in bounded memory. Blank lines are skipped. After a fault
 * of the file itself no more rows come. @throws the file system's error when the file cannot be read.
 */
export async function* readRows(path: string, onBytes: (count: number) => void): AsyncGenerator<SourceRow> {
  if (path.endsWith('.ndjson')) yield* readLines(path, onBytes);
  else yield* readArray(path, onBytes);
}

async function* readLines(path: string, onBytes: (count: number) => void): AsyncGenerator<SourceRow> {
  const splitter = new LineSplitter(MAX_ROW_BYTES);
  for await (const chunk of readChunks(path)) {
    for (const { bytes, line } of splitter.read(chunk)) yield* rowOfLine(bytes, line);
    onBytes(chunk.length);
  }
  for (const { bytes, line } of splitter.end()) yield* rowOfLine(bytes, line);
}

function* rowOfLine(bytes: Buffer | null, line: number): Generator<SourceRow> {
  const place = { line, index: null };
  if (bytes === null) {
    yield { ...place, fault: { member: 'row', reason: `must have at most ${MAX_ROW_BYTES} bytes` } };
  } else if (!isBlank(bytes)) {
    yield parseRow(bytes, place);
  }
}

async function* readArray(path: string, onBytes: (count: number) => void): AsyncGenerator<SourceRow> {
  const splitter = new JsonArraySplitter(MAX_ROW_BYTES);
  let index = 0;
  try {
    for await (const chunk of readChunks(path)) {
      for (const { bytes, line } of splitter.read(chunk)) {
        yield parseRow(bytes, { line, index });
        index += 1;
      }
      onBytes(chunk.length);
    }
    splitter.end();
  } catch (error) {
    if (!(error instanceof JsonArrayError)) throw error;
    yield { line: error.line, index: null, fault: { member: 'file', reason: error.message } };
  }
}

async function* readChunks(path: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path)) {
    yield Buffer.from(chunk);
  }
}

function parseRow(bytes: Buffer, place: RowPlace): SourceRow {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // No spread here: V8 makes a new shape for each object that begins with one, and those stay on the heap for long.
    return { line: place.line, index: place.index, value: JSON.parse(text), bytes: bytes.length, fault: null };
  } catch (error) {
    const reason = error instanceof SyntaxError ? `must be JSON (${error.message})` : 'must be UTF-8 text';
    return { ...place, fault: { member: 'row', reason } };
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
