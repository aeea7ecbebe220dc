import { BadUsageError } from './refused-error.ts';

/**
 * An origin exactly as browsers send it: scheme and host in lower case, the host in punycode, no default port, no slash.
 * @throws BadUsageError saying what to write instead.
 */
export function normaliseOrigin(text: string): string {
  const shown = JSON.stringify(text);
  if (text.trim() === 'null') throw refuse(`${shown} stands for every sandboxed page; name the page's own origin`);
  if (text.includes('*')) throw refuse(`${shown} has a wildcard; name each origin`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^\s*[a-z]+:\/\//i.test(text)) {
    throw refuse(`${shown} is no origin; write it like https://www.example.com`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuse(`${shown} must begin with https:// or http://`);
  }
  if (url.username !== '' || url.password !== '')
    throw refuse(`must have no user name or password; write ${url.origin}`);
  if (url.pathname !== '/' || /[?#]/.test(text)) {
    throw refuse(`${shown} must have no path, query or fragment; write ${url.origin}`);
  }
  return url.origin;
}

/** Normalises each, in order, without repeats. */
export function normaliseOrigins(texts: readonly string[]): string[] {
  return [...new Set(texts.map(normaliseOrigin))];
}

function refuse(message: string): BadUsageError {
  return new BadUsageError(`--origin ${message}.`);
}
