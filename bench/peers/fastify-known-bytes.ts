import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';

/**
 * The peer of a page that has not changed: a Fastify server that has the bytes of a file and their ETag in memory, compares
 * `If-None-Match` in the route, and looks at nothing else. It understands one strong tag; lists of tags, weak ones and `*`,
 * the key, the quota and its headers are left out.
 *
 * Usage: fastify-known-bytes.js FILE
 */
const bytes = readFileSync(process.argv[2] ?? '');
const etag = '"q8Vt0w"';
const server = fastify();
server.get('/v1/resources', (request, reply) => {
  reply.headers({ etag, 'cache-control': 'private, max-age=60' });
  if (request.headers['if-none-match'] === etag) reply.code(304).send();
  else reply.type('application/json; charset=utf-8').send(bytes);
});
const address = await server.listen({ port: 0, host: '127.0.0.1' });
process.send?.(Number(new URL(address).port));
process.once('disconnect', () => process.exit());
