/** Where a request says it comes from. */
export interface RequestOrigin {
  readonly method: string;
  readonly origin: string | undefined;
  /** The Sec-Fetch-Site header. */
  readonly fetchSite: string | undefined;
}

/**
 * May a request from there use the site?
 *
 * A vote needs one of the site's origins to the letter: `null`, a missing one and a foreign one are refused. Reading
 * passes without an origin, since same-origin reads send none, unless the browser says that it is cross-site.
 */
export function isOriginAllowed(request: RequestOrigin, isOwn: (origin: string) => boolean): boolean {
  if (request.origin !== undefined) return isOwn(request.origin);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && request.fetchSite !== 'cross-site';
}
