import { join } from 'node:path';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startRedis } from '../processes/redis.ts';
import { createUserKey, fillContent } from './built-content.ts';
import { CONNECTIONS, measureCached } from './measure-cached.ts';
import { measureImports, writeRows } from './measure-import.ts';
import { FEW, MANY, measurePages } from './measure-pages.ts';
import { measureRoutes } from './measure-routes.ts';
import { type OnStores, summarise } from './summarise.ts';

const FEW_ROWS = 20_000;
const MANY_ROWS = 100_000;

/** GET /v1/resources from memory beside Fastify, every way of asking, imports, and pages of a million resources. */
export const contentBenchmark: Benchmark = {
  name: 'content',
  title: 'GET /v1/resources',
  method: [
    `Cached: 20 resources, uncompressed, asked for by ${CONNECTIONS} keep-alive connections with one user key, from the built service on the embedded store, running as in production with keys, quota, limit headers, metrics and the request log (to a file) on.`,
    'The peer is a Fastify server that answers the very same bytes from memory and looks at nothing. Both are up at once and loaded in turn, in another order each round, after two seconds of warming up, while the other one is held (SIGSTOP); figures are medians over the rounds, ratios medians of the ratios within a round.',
    `Ways of asking: the same load on the service with ${MANY_ROWS.toLocaleString('en-US')} resources; "not in memory" are 5,000 pages in turn, more than the service keeps.`,
    'Imports: `server-vote import` of one file, with its whole process: start, validation, writing, committing. Both are imported in turn, each once a round, so that all but the first find rows there; figures are medians over the rounds.',
    'Pages: 20 rows read from Redis through the store of the product, past HTTP and every cache, one at a time, 500 of each kind in turn a round; figures are medians of the medians of the rounds.',
  ],
  async run(context) {
    const cached = await measureCachedContent(context);
    const stores = await measureStores(context);
    return summarise({ cached, stores, many: await measureManyPages(context) });
  },
};

async function measureCachedContent(context: BenchContext) {
  const place = { redisUrl: null, dataDir: join(context.folder, 'content') };
  await fillContent(place, FEW, context.say);
  return measureCached(context, place, await createUserKey(place));
}

/** Imports by the command line into each store, and asks the service on it in every way. */
async function measureStores(context: BenchContext): Promise<OnStores> {
  const redis = await startRedis(context, 'redis-content');
  const places = {
    embedded: { redisUrl: null, dataDir: join(context.folder, 'imported') },
    redis: { redisUrl: redis.url, dataDir: join(context.folder, 'unused') },
  };
  const few = { rows: FEW_ROWS, path: await writeRows(context, FEW_ROWS) };
  const many = { rows: MANY_ROWS, path: await writeRows(context, MANY_ROWS) };
  const found = async (name: 'embedded' | 'redis') => {
    const place = places[name];
    context.say(`importing into ${name === 'redis' ? 'Redis' : 'the embedded store'}`);
    const imports = await measureImports(context, place, [few, many]);
    return { imports, ways: await measureRoutes(context, { place, name, key: await createUserKey(place) }) };
  };
  const onStores = { embedded: await found('embedded'), redis: await found('redis') };
  await redis.close();
  return onStores;
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
