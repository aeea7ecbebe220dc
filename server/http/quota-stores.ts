import { type ClientRateLimitInfo, MemoryStore, rateLimit, type Store } from 'express-rate-limit';

const WINDOW_MS = 60_000;

/**
 * The memory store of express-rate-limit, whose answers stay what they were. The original hands out its own counter, which
 * requests of the same moment go on counting before the first one has read it: of 35 at once up to half were refused
 * where 30 may pass.
 */
export class ExactMemoryStore extends MemoryStore {
  /** Counts one more, at once. */
  count(key: string): ClientRateLimitInfo {
    // It has counted when it gives back its promise, which never fails.
    void super.increment(key);
    const { totalHits = 0, resetTime } = this.current.get(key) ?? {};
    return { totalHits, resetTime };
  }
}

/** A store of this process that counts by the minute. */
export function createMinuteStore(): ExactMemoryStore {
  return countByMinute(new ExactMemoryStore());
}

/** A store learns its window from the limiter that it is given to. */
export function countByMinute<S extends Store>(store: S): S {
  rateLimit({ windowMs: WINDOW_MS, store });
  return store;
}
