import type { RequestHandler } from 'express';
import { type ClientRateLimitInfo, MemoryStore, type Options, rateLimit, type Store } from 'express-rate-limit';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import { ApiError } from '../errors.ts';
import type { LimiterChannel } from '../store/limiter-channel.ts';
import { principalIn } from './api-key.ts';
import { limitHeaders, retryAfterSeconds } from './limit-headers.ts';

export interface QuotaLimitOptions {
  /** Name of the quota in its headers. */
  readonly name: string;
  readonly perMinute: number;
  /** Where processes count together; `null` counts in this process. */
  readonly channel: LimiterChannel | null;
  /** The clock that express-rate-limit counts by, in milliseconds since 1970. */
  readonly wallClock: () => number;
}

const WINDOW_MS = 60_000;
/** After a failure the channel is not asked again for so long, so that a Redis that hangs holds up few requests. */
const PAUSE_MS = 1_000;

/**
 * The quota of each key, told in headers on every answer. Over it: `too_many_requests` with Retry-After. When the channel
 * fails, this process counts alone until it is back: the content does not need it, and a flood still finds a limit.
 */
export function createQuotaLimit(options: QuotaLimitOptions): RequestHandler {
  const { name, perMinute, channel, wallClock } = options;
  const limit = rateLimit({
    windowMs: WINDOW_MS,
    limit: perMinute,
    standardHeaders: false,
    legacyHeaders: false,
    // The id of the key, never the key: the limiter's keys are written to Redis.
    keyGenerator: (req) => principalIn(req).keyId,
    store: channel === null ? new MemoryStore() : createSharedStore(channel),
    handler: (req, _res, next) => {
      const waitMs = (countedIn(req)?.resetAtMs ?? 0) - wallClock();
      next(new ApiError('too_many_requests', { retryAfterSeconds: retryAfterSeconds(waitMs) }));
    },
  });
  return (req, res, next) => {
    limit(req, res, (error?: unknown) => {
      const counted = countedIn(req);
      if (counted !== null) {
        const quota = { ...counted, resetMs: Math.max(0, counted.resetAtMs - wallClock()) };
        for (const [header, value] of Object.entries(limitHeaders(name, quota, wallClock())))
          res.setHeader(header, value);
      }
      next(error);
    });
  };
}

interface Counted {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtMs: number;
}

/** What express-rate-limit left on the request. */
function countedIn(req: object): Counted | null {
  const counted = 'rateLimit' in req ? req.rateLimit : null;
  if (typeof counted !== 'object' || counted === null) return null;
  if (!('limit' in counted && 'remaining' in counted && 'resetTime' in counted)) return null;
  const { limit, remaining, resetTime } = counted;
  if (typeof limit !== 'number' || typeof remaining !== 'number' || !(resetTime instanceof Date)) return null;
  return { limit, remaining, resetAtMs: resetTime.getTime() };
}

/** Counts over the channel, and in this process while that fails. */
function createSharedStore(channel: LimiterChannel): Store {
  const local = new MemoryStore();
  const shared = new RedisStore({
    prefix: channel.keyPrefix,
    sendCommand: async (...words) => replyOf(await channel.send(words)),
  });
  let failedAtMs = Number.NEGATIVE_INFINITY;
  return {
    async init(options: Options) {
      local.init(options);
      await shared.init(options);
    },
    async increment(key: string): Promise<ClientRateLimitInfo> {
      if (performance.now() - failedAtMs < PAUSE_MS) return local.increment(key);
      try {
        return await shared.increment(key);
      } catch {
        // What is wrong with Redis is told by the store; here it only means that nobody else's requests are known.
        failedAtMs = performance.now();
        return local.increment(key);
      }
    },
    decrement: (key) => shared.decrement(key),
    resetKey: (key) => shared.resetKey(key),
    shutdown: () => local.shutdown(),
  };
}

function replyOf(reply: unknown): RedisReply {
  if (typeof reply === 'string' || typeof reply === 'number') return reply;
  if (Array.isArray(reply) && reply.every((part) => typeof part === 'string' || typeof part === 'number')) return reply;
  throw new Error('Redis answered the limiter something that it does not know.');
}
