import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors.ts';
import { retryAfterSeconds } from './limit-headers.ts';
import { MinuteCounts } from './minute-counts.ts';

/** Makes a limit of so many requests a minute for each key. */
export type CreateAbuseLimit = (perMinute: number, keyOf: (req: Request, res: Response) => string) => RequestHandler;

/**
 * Limits against abuse, counted in this process. They say nothing in headers until they refuse, with `too_many_requests`: the
 * quota that clients plan by is another one.
 *
 * @param wallClock in milliseconds since 1970.
 */
export function createAbuseLimits(wallClock: () => number): CreateAbuseLimit {
  return (perMinute, keyOf) => {
    const counts = new MinuteCounts();
    return (req, res, next) => {
      const nowMs = wallClock();
      if (counts.count(keyOf(req, res), nowMs) <= perMinute) return next();
      next(new ApiError('too_many_requests', { retryAfterSeconds: retryAfterSeconds(counts.endsAtMs - nowMs) }));
    };
  };
}
