import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Redis } from 'ioredis';
import { loadScripts } from '../product/built-product.ts';
import { serveSmallJson } from './small-json-server.ts';

/**
 * The floor of POST /vote: node:http that runs the product's own cast-vote.lua on the same Redis and does nothing else.
 * It looks at no key, no limit, no server; it checks and hashes nothing, logs and counts nothing. What it hands to the
 * script comes straight from the headers of the request, in the lengths that the service uses.
 *
 * Usage: one-script.js REDIS_URL
 */
const COOLDOWN_MS = 43_200_000;
const LOG_KEPT_MS = 90 * 86_400_000;
const VOTES_PER_MINUTE = 290;

const redis = new Redis(process.argv[2] ?? '');
const defineScripts = await loadScripts();
defineScripts(redis);
const network = createHash('sha256').update('network').digest('base64url').slice(0, 16);
const accounts = new Set<string>();
let attempts = 0;

serveSmallJson(async (req) => {
  const key = String(req.headers['x-api-key']);
  const account = `acc_${key.slice(3, 9)}`;
  if (!accounts.has(account)) await createServer(account);
  const reply = await Reflect.apply(Reflect.get(redis, 'castVote'), redis, wordsOf(req, key, account));
  if (!Array.isArray(reply) || reply[0] !== 'counted') throw new Error(`the script answered ${JSON.stringify(reply)}`);
  const [, , votes, , , nextVoteAtMs] = reply;
  const nextVoteAt = new Date(Number(nextVoteAtMs)).toISOString();
  return JSON.stringify({ success: true, votes, nextVoteAt, message: 'Thank you.' });
});

/** The script counts only for servers that are there; this happens once an account, while the load warms up. */
async function createServer(account: string): Promise<void> {
  accounts.add(account);
  await redis.hsetnx(`totals:{${account}}`, '1', 0);
}

/** Keys and arguments as the header of cast-vote.lua lists them. */
function wordsOf(req: IncomingMessage, key: string, account: string): (string | number)[] {
  const voter = String(req.headers['x-forwarded-for']).padStart(16, '0');
  const attempt = (attempts++).toString(36).padStart(8, '0');
  return [
    5,
    `totals:{${account}}`,
    `days:{${account}}:1`,
    `window:{${account}}:key_${key.slice(9, 21)}`,
    `log:{${account}}`,
    `lock:{${account}}:1:${voter}`,
    '',
    Date.now(),
    COOLDOWN_MS,
    VOTES_PER_MINUTE,
    1,
    '',
    attempt,
    '',
    network,
    'd',
    LOG_KEPT_MS,
  ];
}
