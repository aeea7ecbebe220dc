import type { Response } from 'express';

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

/** Lets a page of this origin read the answer, whatever its status. Set before anything can fail. */
export function allowOrigin(res: Response, origin: string): void {
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Expose-Headers', EXPOSED);
}

/** Answers a preflight. */
export function answerPreflight(res: Response, methods: string): void {
  res.setHeader('Access-Control-Allow-Methods', methods);
  res.setHeader('Access-Control-Allow-Headers', 'Content-Type');
  res.setHeader('Access-Control-Max-Age', '7200');
  res.setHeader('Cache-Control', 'no-store');
  res.writeHead(204, { 'X-Request-Id': res.locals.state.requestId }).end();
}
