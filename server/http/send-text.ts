import type { Response } from 'express';

export interface TextAnswer {
  readonly status: number;
  /** Its media type; the charset is added. */
  readonly type: string;
  readonly text: string;
  /** Names and values in turn, beside those of every answer. */
  readonly headers: readonly string[];
}

/** Anything whose UTF-8 is longer than its text. */
const WIDE = /[\u0080-\uffff]/;

/**
 * Sends a small answer that nobody may keep. As text, Node joins head and body into one write, and headers in one list are
 * written as they are, where each that is set one by one would be looked at again.
 */
export function sendText(res: Response, { status, type, text, headers }: TextAnswer): void {
  const { state } = res.locals;
  // V8 takes several times as long to measure a text as to look it through.
  const isWide = WIDE.test(text);
  res.writeHead(status, [
    'Content-Type',
    `${type}; charset=utf-8`,
    'Content-Length',
    String(isWide ? Buffer.byteLength(text) : text.length),
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    'X-Request-Id',
    state.requestId,
    ...varyHeader(state.vary),
    ...state.headers,
    ...headers,
  ]);
  // Where each character is one byte, its text need not be written as UTF-8 to be the same.
  res.end(text, isWide ? 'utf8' : 'latin1');
}

/** As a list of headers. */
export function varyHeader(vary: string | null): readonly string[] {
  return vary === null ? [] : ['Vary', vary];
}
