import type { Request } from 'express';
import type { ProblemFault } from '../../contract/problems.ts';
import { ApiError } from '../errors.ts';
import type { RequestState } from './request-state.ts';

/** What is wrong with a name that no text can be read from. */
export const NOT_ENCODED = 'must be percent-encoded UTF-8';

/** A target with a host in it, as a client sends it that takes this service for its proxy (RFC 9112, 3.2.2). */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;
/** Letters that say that a target has to be looked at closely. */
const ENCODED = /[%\u0080-\u00ff]/;

/**
 * Makes the target of a request one that routes can match. A router would refuse a path that cannot be decoded before any
 * route of it is known, and so before the key; here such a path is kept aside, for the route to refuse.
 *
 * @param prefix stands before the path from here on.
 */
export function takeTarget(req: Request, state: RequestState, prefix = ''): void {
  const target = !req.url.startsWith('/') && ABSOLUTE.test(req.url) ? originForm(req) : req.url;
  const path = pathnameOf(target);
  if (ENCODED.test(path) && !path.split('/').every(isEncodedText)) {
    state.brokenPath = prefix + path;
    const mended = path.split('/').map((segment) => (isEncodedText(segment) ? segment : encodeURIComponent(segment)));
    req.url = prefix + mended.join('/') + target.slice(path.length);
  } else if (prefix !== '') req.url = prefix + target;
}

/** @throws ApiError naming the parameters of the pattern that cannot be decoded. */
export function requireReadablePath({ brokenPath }: RequestState, pattern: string): void {
  if (brokenPath === null) return;
  const segments = brokenPath.split('/');
  const errors = pattern.split('/').flatMap((part, at): ProblemFault[] => {
    const name = /\{(\w+)\}/.exec(part)?.[1];
    return name === undefined || isEncodedText(segments[at] ?? '') ? [] : [{ parameter: name, detail: NOT_ENCODED }];
  });
  if (errors.length > 0) throw new ApiError('invalid_request', { errors });
}

/** The names of a query whose values cannot be decoded: a lone percent sign, bytes that are no UTF-8, or no ASCII. */
export function unreadableNames(query: string): ReadonlySet<string> {
  if (!ENCODED.test(query)) return NONE;
  const pairs = query.split('&').map((pair) => [...pair.split('=', 1), pair.slice(pair.indexOf('=') + 1)] as const);
  const broken = pairs.filter(([name = '', value = '']) => isEncodedText(name) && !isEncodedText(value));
  return new Set(broken.map(([name = '']) => decodeURIComponent(name.replaceAll('+', ' '))));
}

const NONE: ReadonlySet<string> = new Set();

/** The path of a target, without its query. */
export function pathnameOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

/** Nobody that reads the target later should meet the host in it. */
function originForm(req: Request): string {
  const target = req.url.replace(ABSOLUTE, '');
  req.url = target.startsWith('/') ? target : `/${target}`;
  req.originalUrl = req.url;
  return req.url;
}

function isEncodedText(text: string): boolean {
  if (/[^\x21-\x7e]/.test(text)) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    // This is how the language says that it is none.
    return false;
  }
}
