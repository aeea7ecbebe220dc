import { fastify } from 'fastify';
import { Redis } from 'ioredis';
import { bodyKeyOf, CONTENT_KEYS, CONTENT_PER_MINUTE, NEWEST } from './content-data.ts';
import { hashOfKey } from './peer-data.ts';

/**
 * The peer of content that is not in memory, on Redis, with Fastify and single commands as their documentation shows: the key
 * is looked up by its hash, its requests of the minute are counted by INCR, a resource is JSON under its slug, a page is
 * ZRANGE and MGET, the total is ZCARD. The JSON goes out as it is kept, without being read. Left out: filters, ETags, links,
 * headers of the quota, metrics, a request log, and that all parts of an answer are of one import.
 *
 * Usage: fastify-redis-content.js REDIS_URL
 */
const redis = new Redis(process.argv[2] ?? '');
const app = fastify();

app.addHook('onRequest', async (request, reply) => {
  const key = request.headers['x-api-key'];
  const account = typeof key === 'string' ? await redis.hget(CONTENT_KEYS, hashOfKey(key)) : null;
  if (account === null) return reply.code(401).send({ error: 'invalid key' });
  const counter = `peer:content:quota:${account}:${Math.floor(Date.now() / 60_000)}`;
  const asked = await redis.incr(counter);
  if (asked === 1) await redis.expire(counter, 60);
  if (asked > CONTENT_PER_MINUTE) return reply.code(429).send({ error: 'too many requests' });
});

app.get<{ Params: { slug: string } }>('/v1/resources/slug/:slug', async (request, reply) => {
  const json = await redis.get(bodyKeyOf(request.params.slug));
  if (json === null) return reply.code(404).send({ error: 'not found' });
  return reply.type('application/json; charset=utf-8').send(json);
});

app.get<{ Querystring: { page?: string; limit?: string } }>('/v1/resources', async (request, reply) => {
  const page = Number(request.query.page ?? 1);
  const limit = Number(request.query.limit ?? 20);
  const first = (page - 1) * limit;
  const [total, slugs] = await Promise.all([
    redis.zcard(NEWEST),
    redis.zrange(NEWEST, first, `${first + limit - 1}`, 'REV'),
  ]);
  const rows = slugs.length === 0 ? [] : await redis.mget(slugs.map(bodyKeyOf));
  const counts = `"total":${total},"page":${page},"limit":${limit},"totalPages":${Math.ceil(total / limit)}`;
  return reply.type('application/json; charset=utf-8').send(`{"resources":[${rows.join(',')}],${counts}}`);
});

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(Number(new URL(address).port));
process.once('disconnect', () => process.exit());
