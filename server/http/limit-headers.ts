/** A quota after a request. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until more is available; 0 when all of it is. */
  readonly resetMs: number;
}

/**
 * The limit headers of a quota, names and values in turn: the IETF draft form, and the older X-RateLimit ones with the reset
 * in epoch seconds.
 */
export function limitHeaders(name: string, { limit, remaining, resetMs }: Quota, nowMs: number): string[] {
  return [
    'RateLimit-Policy',
    `"${name}";q=${limit};w=60`,
    'RateLimit',
    `"${name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
    'X-RateLimit-Limit',
    String(limit),
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    String(Math.ceil((nowMs + resetMs) / 1000)),
  ];
}

/** Whole seconds after which the quota has room, never 0. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
