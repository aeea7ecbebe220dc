import { endpoints } from '../../contract/endpoints.ts';
import { pathnameOf } from './request-target.ts';

const PATTERNS = [...new Set(endpoints.map(({ path }) => path))].map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/** The pattern of the endpoint that a target belongs to; `null` where it belongs to none. For requests that no route took. */
export function findPattern(target: string): string | null {
  const pathname = pathnameOf(target);
  return PATTERNS.find(({ pattern }) => pattern.test(pathname))?.path ?? null;
}
