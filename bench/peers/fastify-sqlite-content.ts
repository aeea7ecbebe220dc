import Database from 'better-sqlite3';
import { fastify } from 'fastify';
import { CONTENT_PER_MINUTE } from './content-data.ts';
import { hashOfKey } from './peer-data.ts';

/**
 * The peer of content that is not in memory, in a file of SQLite, with Fastify and better-sqlite3 as their documentation
 * shows: the key is looked up by its hash, its requests of the minute are counted in this process, a resource is found by its
 * slug, a page is LIMIT and OFFSET along an index, the total is COUNT. The JSON goes out as it is kept, without being read.
 * Left out: filters, ETags, links, headers of the quota, metrics, a request log, and imports by other processes.
 *
 * Usage: fastify-sqlite-content.js FILE
 */
const db = new Database(process.argv[2] ?? '', { readonly: true });
const accountOf = db.prepare<[string], string>('SELECT account FROM keys WHERE hash = ?').pluck();
const bySlug = db.prepare<[string], string>('SELECT json FROM resources WHERE slug = ?').pluck();
const pageOf = db
  .prepare<[number, number], string>('SELECT json FROM resources ORDER BY created_ms DESC LIMIT ? OFFSET ?')
  .pluck();
const totalOf = db.prepare<[], number>('SELECT COUNT(*) FROM resources').pluck();
const asked = new Map<string, number>();
setInterval(() => asked.clear(), 60_000).unref();
const app = fastify();

app.addHook('onRequest', async (request, reply) => {
  const key = request.headers['x-api-key'];
  const account = typeof key === 'string' ? accountOf.get(hashOfKey(key)) : undefined;
  if (account === undefined) return reply.code(401).send({ error: 'invalid key' });
  const count = (asked.get(account) ?? 0) + 1;
  asked.set(account, count);
  if (count > CONTENT_PER_MINUTE) return reply.code(429).send({ error: 'too many requests' });
});

app.get<{ Params: { slug: string } }>('/v1/resources/slug/:slug', async (request, reply) => {
  const json = bySlug.get(request.params.slug);
  if (json === undefined) return reply.code(404).send({ error: 'not found' });
  return reply.type('application/json; charset=utf-8').send(json);
});

app.get<{ Querystring: { page?: string; limit?: string } }>('/v1/resources', async (request, reply) => {
  const page = Number(request.query.page ?? 1);
  const limit = Number(request.query.limit ?? 20);
  const rows = pageOf.all(limit, (page - 1) * limit);
  const total = totalOf.get() ?? 0;
  const counts = `"total":${total},"page":${page},"limit":${limit},"totalPages":${Math.ceil(total / limit)}`;
  return reply.type('application/json; charset=utf-8').send(`{"resources":[${rows.join(',')}],${counts}}`);
});

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(Number(new URL(address).port));
process.once('disconnect', () => process.exit());
