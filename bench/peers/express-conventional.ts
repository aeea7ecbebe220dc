import express, { type Request, type RequestHandler, type Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import { Redis } from 'ioredis';
import { RedisStore } from 'rate-limit-redis';
import { createConventionalVotes, type PeerAnswer, VOTES_PER_MINUTE } from './conventional-votes.ts';

/**
 * The peer of the voting interface as one writes it with Express, express-rate-limit, rate-limit-redis and single commands
 * of Redis, in the way that their documentation shows.
 *
 * Usage: express-conventional.js REDIS_URL
 */
const redis = new Redis(process.argv[2] ?? '');
const votes = createConventionalVotes(redis, 'express');
const app = express();
app.set('trust proxy', 'loopback');
app.use(express.json({ limit: '4kb' }));

const authenticate: RequestHandler = async (req, res, next) => {
  const accountId = await votes.findAccount(req.get('x-api-key'));
  if (accountId === null) {
    res.status(401).json({ error: 'invalid key' });
    return;
  }
  res.locals.accountId = accountId;
  res.locals.key = req.get('x-api-key');
  next();
};

const findSite: RequestHandler<{ site: string }> = async (req, res, next) => {
  const site = await votes.findSite(req.params.site, req.get('origin'));
  if (site === null) {
    res.status(403).json({ error: 'origin not allowed' });
    return;
  }
  res.set('Access-Control-Allow-Origin', site.origin).vary('Origin');
  res.locals.accountId = site.accountId;
  res.locals.key = site.key;
  next();
};

const limitVotes = rateLimit({
  windowMs: 60_000,
  limit: VOTES_PER_MINUTE,
  standardHeaders: 'draft-8',
  legacyHeaders: true,
  keyGenerator: (_req: Request, res: Response) => String(res.locals.key),
  store: new RedisStore({
    prefix: 'express:rl:',
    sendCommand: async (command: string, ...args: string[]) => {
      const reply = await redis.call(command, ...args);
      return Array.isArray(reply) ? reply.map(Number) : String(reply);
    },
  }),
});

app.post('/vote', authenticate, limitVotes, async (req, res) => {
  send(res, await votes.cast(res.locals.accountId, req.body?.serverId, req.ip ?? ''));
});
app.get('/vote/check', authenticate, async (req, res) => {
  send(res, await votes.check(res.locals.accountId, req.query.serverId, String(req.query.ip)));
});
app.post('/sites/:site/vote', findSite, limitVotes, async (req, res) => {
  send(res, await votes.castAtSite(res.locals.accountId, req.body?.serverId, req.ip ?? ''));
});
app.get('/sites/:site/vote/checks', findSite, async (req, res) => {
  send(res, await votes.checkAll(res.locals.accountId, [req.query.server].flat().map(String), req.ip ?? ''));
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
process.once('disconnect', () => process.exit());

function send(res: Response, { status, body }: PeerAnswer): void {
  res.status(status).json(body);
}
