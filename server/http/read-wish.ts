import type { Request } from 'express';
import { pathnameOf } from './request-target.ts';

/** What a request says of the answer it wants: which encodings it reads, what it has already, and by which path it asks. */
export function readWish({ headers, originalUrl }: Request) {
  return {
    acceptEncoding: headers['accept-encoding'],
    ifNoneMatch: headers['if-none-match'],
    pathname: pathnameOf(originalUrl),
  };
}
