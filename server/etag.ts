/**
 * Does the client have the bytes of this ETag? Compared weakly, for proxies on the way may have weakened what they passed on.
 *
 * @param ifNoneMatch the header of that name.
 */
export function isKnownTag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((text) => {
    const tag = text.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}
