import { join } from 'node:path';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startRedis } from '../processes/redis.ts';
import { createUserKey, fillContent } from './built-content.ts';
import { CONNECTIONS, measureCached } from './measure-cached.ts';
import { FEW, MANY, measurePages } from './measure-pages.ts';
import { summarise } from './summarise.ts';

/** GET /v1/resources from memory beside Fastify, and pages of a million resources. */
export const contentBenchmark: Benchmark = {
  name: 'content',
  title: 'GET /v1/resources',
  method: [
    `Cached: 20 resources, uncompressed, asked for by ${CONNECTIONS} keep-alive connections with one user key, from the built service on the embedded store, running as in production with keys, quota, limit headers, metrics and the request log (to a file) on.`,
    'The peer is a Fastify server that answers the very same bytes from memory and looks at nothing. Both are up at once and loaded in turn, in another order each round, after two seconds of warming up; figures are medians over the rounds, ratios medians of the ratios within a round.',
    'Pages: 20 rows read from Redis through the store of the product, past HTTP and every cache, one at a time, 500 of each kind in turn a round; figures are medians of the medians of the rounds.',
  ],
  async run(context) {
    const cached = await measureCachedContent(context);
    return summarise(cached, await measureManyPages(context));
  },
};

async function measureCachedContent(context: BenchContext) {
  const place = { redisUrl: null, dataDir: join(context.folder, 'content') };
  await fillContent(place, FEW, context.say);
  return measureCached(context, place, await createUserKey(place));
}

async function measureManyPages(context: BenchContext) {
  const redis = { few: await startRedis(context, 'redis-few'), many: await startRedis(context, 'redis-many') };
  const placeOf = (url: string) => ({ redisUrl: url, dataDir: join(context.folder, 'unused') });
  const places = { few: placeOf(redis.few.url), many: placeOf(redis.many.url) };
  await fillContent(places.few, FEW, context.say);
  const began = performance.now();
  await fillContent(places.many, MANY, (line) => context.say(`filling Redis: ${line}`));
  const fillSeconds = (performance.now() - began) / 1000;
  context.say('reading pages');
  const pages = await measurePages(context, places);
  await Promise.all([redis.few.close(), redis.many.close()]);
  return { pages, fillSeconds };
}
