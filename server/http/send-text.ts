import type { Response } from 'express';

export interface TextAnswer {
  readonly status: number;
  /** Its media type; the charset is added. */
  readonly type: string;
  readonly text: string;
  /** Names and values in turn, beside those of every answer. */
  readonly headers: readonly string[];
}

/**
 * Sends a small answer that nobody may keep. As text, Node joins head and body into one write, and headers in one list are
 * written as they are, where each that is set one by one would be looked at again.
 */
export function sendText(res: Response, { status, type, text, headers }: TextAnswer): void {
  const { state } = res.locals;
  const bytes = Buffer.byteLength(text);
  res.writeHead(status, [
    'Content-Type',
    `${type}; charset=utf-8`,
    'Content-Length',
    String(bytes),
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
  res.end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/** As a list of headers. */
export function varyHeader(vary: string | null): readonly string[] {
  return vary === null ? [] : ['Vary', vary];
}
