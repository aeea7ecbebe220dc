import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';

/**
 * The peer of GET /v1/resources: a Fastify server that answers the bytes of a file from memory and looks at nothing, written
 * as Fastify's own documentation teaches. Its headers are the few that such a server needs, or those of a file of JSON.
 *
 * Usage: fastify-same-bytes.js FILE [HEADERS]
 */
const [file = '', headersFile] = process.argv.slice(2);
const bytes = readFileSync(file);
const few = {
  'content-type': 'application/json; charset=utf-8',
  etag: '"q8Vt0w"',
  'cache-control': 'private, max-age=60',
};
const headers = headersFile === undefined ? few : JSON.parse(readFileSync(headersFile, 'utf8'));
const server = fastify();
server.get('/v1/resources', (_request, reply) => {
  reply.headers(headers).send(bytes);
});
const address = await server.listen({ port: 0, host: '127.0.0.1' });
process.send?.(Number(new URL(address).port));
process.once('disconnect', () => process.exit());
