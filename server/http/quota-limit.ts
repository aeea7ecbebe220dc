import type { RequestHandler } from 'express';
import type { ClientRateLimitInfo } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import { ApiError } from '../errors.ts';
import { withSoon } from '../soon.ts';
import type { LimiterChannel } from '../store/limiter-channel.ts';
import { principalIn } from './api-key.ts';
import { limitHeaders, retryAfterSeconds } from './limit-headers.ts';
import { countByMinute, createMinuteStore, type ExactMemoryStore } from './quota-stores.ts';
import type { RequestState } from './request-state.ts';

export interface QuotaLimitOptions {
  /** Name of the quota in its headers. */
  readonly name: string;
  readonly perMinute: number;
  /** Where processes count together; `null` counts in this process. */
  readonly channel: LimiterChannel | null;
  /** The clock that express-rate-limit counts by, in milliseconds since 1970. */
  readonly wallClock: () => number;
}

/** After a failure the channel is not asked again for so long, so that a Redis that hangs holds up few requests. */
const PAUSE_MS = 1_000;

/** So many keys that have spent their quota are remembered. */
const SPENT_KEYS = 10_000;

/**
 * The quota of each key, told in headers on every answer. Over it: `too_many_requests` with Retry-After. When the channel
 * fails, this process counts alone until it is back: the content does not need it, and a flood still finds a limit.
 *
 * While the channel is asked the answer is made, which `serve` keeps until then: both questions go to Redis together. A key that
 * is known to have spent its quota is asked about first, so that its flood costs no more than that.
 *
 * The stores are express-rate-limit's; its middleware is not used: what it does beside asking them is felt by a cached answer.
 */
export function createQuotaLimit(options: QuotaLimitOptions): RequestHandler {
  const { name, perMinute, wallClock } = options;
  const local = createMinuteStore();
  const count = options.channel === null ? (key: string) => local.count(key) : countShared(options.channel, local);
  /** When they have room again. */
  const spent = new LRUCache<string, number>({ max: SPENT_KEYS });

  function judge(state: RequestState, key: string, { totalHits, resetTime }: ClientRateLimitInfo): void {
    const nowMs = wallClock();
    const resetMs = Math.max(0, (resetTime?.getTime() ?? 0) - nowMs);
    const quota = { limit: perMinute, remaining: Math.max(0, perMinute - totalHits), resetMs };
    state.headers = [...state.headers, ...limitHeaders(name, quota, nowMs)];
    if (totalHits > perMinute) {
      spent.set(key, nowMs + resetMs);
      throw new ApiError('too_many_requests', { retryAfterSeconds: retryAfterSeconds(resetMs) });
    }
    if (spent.size > 0) spent.delete(key);
  }

  return (req, res, next) => {
    // The id of the key, never the key: what is counted by is written to Redis.
    const { keyId } = principalIn(req);
    const { state } = res.locals;
    const counted = count(keyId);
    if (!(counted instanceof Promise)) {
      judge(state, keyId, counted);
      return next();
    }
    const judged = counted.then((info) => judge(state, keyId, info));
    if ((spent.get(keyId) ?? 0) > wallClock()) return withSoon(judged, () => next(), next);
    state.admission = judged;
    next();
  };
}

/** Counts over the channel, and in this process while that fails. */
function countShared(channel: LimiterChannel, local: ExactMemoryStore): (key: string) => Promise<ClientRateLimitInfo> {
  const shared = countByMinute(
    new RedisStore({
      prefix: channel.keyPrefix,
      sendCommand: async (...words) => replyOf(await channel.send(words)),
    }),
  );
  let failedAtMs = Number.NEGATIVE_INFINITY;
  return async (key) => {
    if (performance.now() - failedAtMs < PAUSE_MS) return local.count(key);
    try {
      return await shared.increment(key);
    } catch {
      // What is wrong with Redis is told by the store; here it only means that nobody else's requests are known.
      failedAtMs = performance.now();
      return local.count(key);
    }
  };
}

function replyOf(reply: unknown): RedisReply {
  if (typeof reply === 'string' || typeof reply === 'number') return reply;
  if (Array.isArray(reply) && reply.every((part) => typeof part === 'string' || typeof part === 'number')) return reply;
  throw new Error('Redis answered the limiter something that it does not know.');
}
