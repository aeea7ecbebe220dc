import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import { ApiError } from '../errors.ts';
import { ExactMemoryStore } from './exact-memory-store.ts';
import { retryAfterSeconds } from './limit-headers.ts';

/** Makes a limit of so many requests a minute for each key. */
export type CreateAbuseLimit = (perMinute: number, keyOf: (req: Request, res: Response) => string) => RequestHandler;

/**
 * Limits against abuse, counted in this process. They say nothing in headers until they refuse, with
 * `too_many_requests`: the quota that clients plan by is another one.
 *
 * @param wallClock the clock that express-rate-limit counts by.
 */
export function createAbuseLimits(wallClock: () => number): CreateAbuseLimit {
  return (perMinute, keyOf) => {
    const store = new ExactMemoryStore();
    return rateLimit({
      windowMs: 60_000,
      limit: perMinute,
      standardHeaders: false,
      legacyHeaders: false,
      keyGenerator: keyOf,
      store,
      handler: async (req, res, next) => {
        const client = await store.get(keyOf(req, res));
        const waitMs = (client?.resetTime?.getTime() ?? wallClock() + 60_000) - wallClock();
        next(new ApiError('too_many_requests', { retryAfterSeconds: retryAfterSeconds(waitMs) }));
      },
    });
  };
}
