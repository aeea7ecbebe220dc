import rateLimit from '@fastify/rate-limit';
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { Redis } from 'ioredis';
import { createConventionalVotes, type PeerAnswer, VOTES_PER_MINUTE } from './conventional-votes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    accountId: string;
    voteKey: string;
  }
}

/**
 * The peer of the voting interface as one writes it with Fastify, @fastify/rate-limit and single commands of Redis, in the
 * way that their documentation shows.
 *
 * Usage: fastify-conventional.js REDIS_URL
 */
const redis = new Redis(process.argv[2] ?? '');
const votes = createConventionalVotes(redis, 'fastify');
const app = fastify({ trustProxy: 'loopback', bodyLimit: 4096 });
app.decorateRequest('accountId', '');
app.decorateRequest('voteKey', '');
await app.register(rateLimit, {
  global: false,
  redis,
  nameSpace: 'fastify-rl-',
  hook: 'preHandler',
  keyGenerator: (request) => request.voteKey,
});

const limited = { config: { rateLimit: { max: VOTES_PER_MINUTE, timeWindow: '1 minute' } } };
interface OneServer {
  Body: { serverId?: string };
  Params: { site: string };
}

app.post<OneServer>('/vote', { ...limited, onRequest: authenticate }, async (request, reply) => {
  return send(reply, await votes.cast(request.accountId, request.body.serverId, request.ip));
});
app.get<{ Querystring: { serverId?: string; ip?: string } }>(
  '/vote/check',
  { onRequest: authenticate },
  async (request, reply) => {
    const { serverId, ip = '' } = request.query;
    return send(reply, await votes.check(request.accountId, serverId, ip));
  },
);
app.post<OneServer>('/sites/:site/vote', { ...limited, onRequest: findSite }, async (request, reply) => {
  return send(reply, await votes.castAtSite(request.accountId, request.body.serverId, request.ip));
});
app.get<{ Querystring: { server?: string | string[] }; Params: { site: string } }>(
  '/sites/:site/vote/checks',
  { onRequest: findSite },
  async (request, reply) => {
    const serverIds = [request.query.server ?? []].flat();
    return send(reply, await votes.checkAll(request.accountId, serverIds, request.ip));
  },
);

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(Number(new URL(address).port));
process.once('disconnect', () => process.exit());

async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const key = request.headers['x-api-key'];
  const accountId = typeof key === 'string' ? await votes.findAccount(key) : null;
  if (accountId === null) return reply.code(401).send({ error: 'invalid key' });
  request.accountId = accountId;
  request.voteKey = String(key);
  return undefined;
}

async function findSite(request: FastifyRequest<{ Params: { site: string } }>, reply: FastifyReply): Promise<unknown> {
  const site = await votes.findSite(request.params.site, request.headers.origin);
  if (site === null) return reply.code(403).send({ error: 'origin not allowed' });
  reply.header('access-control-allow-origin', site.origin).header('vary', 'Origin');
  request.accountId = site.accountId;
  request.voteKey = site.key;
  return undefined;
}

function send(reply: FastifyReply, { status, body }: PeerAnswer): FastifyReply {
  return reply.code(status).send(body);
}
