import type { Response } from 'express';
import { varyHeader } from './send-text.ts';

const EXPOSED = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Vote-Id',
  'X-Request-Id',
  'ETag',
].join(', ');

/** Lets pages of an origin, or none, read the answer, whatever its status. Called before anything can fail. */
export function allowOrigin(res: Response, origin: string | null): void {
  const { state } = res.locals;
  state.headers =
    origin === null ? [] : ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
  // An app that mounts the proxy may have said already what its answers depend on.
  if (res.hasHeader('Vary')) res.vary('Origin');
  else state.vary = 'Origin';
}

/** Answers a preflight. */
export function answerPreflight(res: Response, methods: string): void {
  const { requestId, vary, headers } = res.locals.state;
  const allowed = ['Access-Control-Allow-Methods', methods, 'Access-Control-Allow-Headers', 'Content-Type'];
  const kept = ['Access-Control-Max-Age', '7200', 'Cache-Control', 'no-store'];
  res.writeHead(204, [...allowed, ...kept, 'X-Request-Id', requestId, ...varyHeader(vary), ...headers]).end();
}
