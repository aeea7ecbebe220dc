import type { Refusal } from './client.ts';

/** Where the page is. */
export interface Surroundings {
  readonly isOnline: boolean;
  readonly origin: string;
}

/** What a refusal means: `busy` while the service asks for patience. */
export type RefusalStatus = 'busy' | 'offline' | 'error' | 'misconfigured';

/** Tries in a row that nobody pressed for. */
export const MOST_TRIES = 6;

/** What a refusal leads to. */
export function statusAfter(
  { status, code }: Refusal,
  tries: number,
  { isOnline, origin }: Surroundings,
): RefusalStatus {
  if (status === 0 && !isOnline) return 'offline';
  // A frame without an origin of its own is refused, and may not read why.
  if (status === 0 && origin === 'null') return 'misconfigured';
  if (status === 429 || status > 501) return tries < MOST_TRIES ? 'busy' : 'error';
  // Only the service itself sends a code; a 404 without one comes from something in between.
  return code && status < 500 ? 'misconfigured' : 'error';
}

/**
 * Milliseconds until the next try: what the service says, else twice as long each time. Each further try spreads more, so
 * that visitors who were refused together do not come back together.
 * @param random from 0 to 1.
 */
export function waitMs(retryAfter: number | undefined, tries: number, random: number): number {
  const spreadMs = 2 ** tries * 1000;
  return (retryAfter ? retryAfter * 1000 : spreadMs) + random * spreadMs;
}
