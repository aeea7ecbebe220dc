import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors.ts';
import { retryAfterSeconds } from './limit-headers.ts';
import { createMinuteStore } from './minute-stores.ts';

/** Makes a limit of so many requests a minute for each key. */
export type CreateAbuseLimit = (perMinute: number, keyOf: (req: Request, res: Response) => string) => RequestHandler;

/**
 * Limits against abuse, counted in this process. They say nothing in headers until they refuse, with
 * `too_many_requests`: the quota that clients plan by is another one.
 *
 * The store is express-rate-limit's; its middleware is not used: what it does beside asking the store is felt by every vote.
 *
 * @param wallClock the clock that express-rate-limit counts by.
 */
export function createAbuseLimits(wallClock: () => number): CreateAbuseLimit {
  return (perMinute, keyOf) => {
    const store = createMinuteStore();
    return (req, res, next) => {
      const { totalHits, resetTime } = store.count(keyOf(req, res));
      if (totalHits <= perMinute) return next();
      const waitMs = (resetTime?.getTime() ?? wallClock() + 60_000) - wallClock();
      next(new ApiError('too_many_requests', { retryAfterSeconds: retryAfterSeconds(waitMs) }));
    };
  };
}
