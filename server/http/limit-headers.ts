/** A quota after a request. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until more is available; 0 when all of it is. */
  readonly resetMs: number;
}

/** The limit headers of a quota: the IETF draft form, and the older X-RateLimit ones with the reset in epoch seconds. */
export function limitHeaders(name: string, quota: Quota, nowMs: number): Record<string, string> {
  const { policy, state, resetAt } = write(name, quota, nowMs);
  return {
    'RateLimit-Policy': policy,
    RateLimit: state,
    'X-RateLimit-Limit': String(quota.limit),
    'X-RateLimit-Remaining': String(quota.remaining),
    'X-RateLimit-Reset': resetAt,
  };
}

/** The same as names and values in turn. */
export function flatLimitHeaders(name: string, quota: Quota, nowMs: number): string[] {
  const { policy, state, resetAt } = write(name, quota, nowMs);
  return [
    'RateLimit-Policy',
    policy,
    'RateLimit',
    state,
    'X-RateLimit-Limit',
    String(quota.limit),
    'X-RateLimit-Remaining',
    String(quota.remaining),
    'X-RateLimit-Reset',
    resetAt,
  ];
}

function write(name: string, quota: Quota, nowMs: number) {
  return {
    policy: `"${name}";q=${quota.limit};w=60`,
    state: `"${name}";r=${quota.remaining};t=${Math.ceil(quota.resetMs / 1000)}`,
    resetAt: String(Math.ceil((nowMs + quota.resetMs) / 1000)),
  };
}

/** Whole seconds after which the quota has room, never 0. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
