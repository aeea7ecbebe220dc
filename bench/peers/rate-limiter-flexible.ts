import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createConventionalVotes, type PeerAnswer, VOTES_PER_MINUTE } from './conventional-votes.ts';

/**
 * The peer of the voting interface as one writes it without a framework: node:http, rate-limiter-flexible and single
 * commands of Redis.
 *
 * Usage: rate-limiter-flexible.js REDIS_URL
 */
const redis = new Redis(process.argv[2] ?? '');
const votes = createConventionalVotes(redis, 'flexible');
const limiter = new RateLimiterRedis({
  storeClient: redis,
  keyPrefix: 'flexible-rl',
  points: VOTES_PER_MINUTE,
  duration: 60,
});

const server = createServer((req, res) => {
  answer(req).then(
    (found) => send(res, found),
    (error) => send(res, refusalOf(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
process.once('disconnect', () => process.exit());

interface FlexibleAnswer extends PeerAnswer {
  readonly headers?: Record<string, string>;
}

async function answer(req: IncomingMessage): Promise<FlexibleAnswer> {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
  const [, first, site = ''] = pathname.split('/');
  const right = first === 'sites' ? await votes.findSite(site, req.headers.origin) : await rightOfKey(req);
  if (right === null) return { status: 401, body: { error: 'not allowed' } };
  const { accountId, key } = right;
  if (pathname.endsWith('/vote') && req.method === 'POST') {
    const { serverId } = await readJson(req);
    const minute = await limiter.consume(key);
    const cast = first === 'sites' ? votes.castAtSite : votes.cast;
    const answer = await cast(accountId, serverId, clientIp(req));
    return { ...answer, headers: headersOf(minute) };
  }
  if (pathname === '/vote/check') {
    return votes.check(accountId, searchParams.get('serverId'), searchParams.get('ip') ?? '');
  }
  if (pathname.endsWith('/vote/checks')) return votes.checkAll(accountId, searchParams.getAll('server'), clientIp(req));
  return { status: 404, body: { error: 'not found' } };
}

async function rightOfKey(req: IncomingMessage) {
  const key = String(req.headers['x-api-key']);
  const accountId = await votes.findAccount(key);
  return accountId === null ? null : { accountId, key };
}

async function readJson(req: IncomingMessage): Promise<{ readonly serverId?: unknown }> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** The load is the trusted proxy of this program. */
function clientIp(req: IncomingMessage): string {
  return String(req.headers['x-forwarded-for'] ?? req.socket.remoteAddress);
}

/** As the documentation of the limiter sets them. */
function headersOf({ msBeforeNext, remainingPoints }: RateLimiterRes): Record<string, string> {
  return {
    'Retry-After': `${msBeforeNext / 1000}`,
    'X-RateLimit-Limit': `${VOTES_PER_MINUTE}`,
    'X-RateLimit-Remaining': `${remainingPoints}`,
    'X-RateLimit-Reset': `${Math.ceil((Date.now() + msBeforeNext) / 1000)}`,
  };
}

function refusalOf(error: unknown): FlexibleAnswer {
  if (error instanceof RateLimiterRes) {
    return { status: 429, body: { error: 'rate limited' }, headers: headersOf(error) };
  }
  console.error(error);
  return { status: 500, body: { error: 'internal error' } };
}

function send(res: ServerResponse, { status, body, headers }: FlexibleAnswer): void {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': length, ...headers });
  res.end(text);
}
