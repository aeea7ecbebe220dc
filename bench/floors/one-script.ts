import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Redis } from 'ioredis';
import { loadScripts } from '../product/built-product.ts';
import { type SmallAnswer, serveSmallJson } from './small-json-server.ts';

/**
 * The floor of votes and checks: node:http that runs the product's own script on the same Redis and does nothing else. It
 * looks at no key, no limit, no server; it checks and hashes nothing, logs and counts nothing. What it hands to the script
 * comes straight from the request, in the lengths that the service uses.
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

serveSmallJson((req) => (req.method === 'POST' ? castVote(req) : checkVotes(req)));

async function castVote(req: IncomingMessage): Promise<SmallAnswer> {
  const account = accountOf(req);
  if (!accounts.has(account)) await createServer(account);
  const reply = await call('castVote', castWords(req, account));
  const [status, votes, , , nextVoteAtMs] = String(reply).split(' ');
  if (status === 'counted') return { status: 200, body: voteBody(true, Number(votes), Number(nextVoteAtMs)) };
  if (status === 'already_voted') return { status: 429, body: voteBody(false, Number(votes), Number(nextVoteAtMs)) };
  throw new Error(`the script answered ${JSON.stringify(reply)}`);
}

async function checkVotes(req: IncomingMessage): Promise<SmallAnswer> {
  const { url = '' } = req;
  const servers = Math.max(1, url.split('server=').length - 1);
  const reply = await call('checkVotes', checkWords(req, servers));
  const [tag, , , totals, holding] = String(reply).split(' ');
  if (tag !== 'checked' || totals === undefined) throw new Error(`the script answered ${JSON.stringify(reply)}`);
  // Each voter asks for the first time.
  if (holding !== '') throw new Error('a voter who has not voted has voted');
  const found = totals.split(',').map((votes) => ({ canVote: true, nextVoteAt: null, serverVotes: Number(votes) }));
  return { status: 200, body: JSON.stringify(url.startsWith('/sites/') ? { results: found } : found[0]) };
}

function voteBody(success: boolean, votes: number, nextVoteAtMs: number): string {
  const nextVoteAt = new Date(nextVoteAtMs).toISOString();
  return JSON.stringify({ success, votes, nextVoteAt, message: 'Thank you.' });
}

async function call(script: string, words: readonly (string | number)[]): Promise<unknown> {
  const answer: unknown = await Reflect.apply(Reflect.get(redis, script), redis, words);
  // The script answers several requests at once; here each comes alone.
  if (Array.isArray(answer) && answer[0] === 'answered') return answer[2];
  throw new Error(`${script} answered ${JSON.stringify(answer)}`);
}

/** Each key, and each site, is an account of its own. */
function accountOf({ headers, url = '' }: IncomingMessage): string {
  const key = headers['x-api-key'];
  return typeof key === 'string' ? `acc_${key.slice(3, 9)}` : `acc_${url.split('/')[2]?.slice(5, 11)}`;
}

function voterOf({ headers }: IncomingMessage): string {
  return String(headers['x-forwarded-for']).padStart(16, '0');
}

/** The script counts only for servers that are there; this happens once an account, while the load warms up. */
async function createServer(account: string): Promise<void> {
  accounts.add(account);
  await redis.hsetnx(`totals:{${account}}`, '1', 0);
}

/** Keys and words as the headers of answer-each.lua and cast-vote.lua list them. */
function castWords(req: IncomingMessage, account: string): (string | number)[] {
  const attempt = (attempts++).toString(36).padStart(8, '0');
  const keys = [
    `totals:{${account}}`,
    `days:{${account}}:1`,
    `window:{${account}}:key_${account.slice(4).padEnd(12, '0')}`,
    `log:{${account}}`,
    `lock:{${account}}:1:${voterOf(req)}`,
  ];
  const words = `${COOLDOWN_MS} ${VOTES_PER_MINUTE} 1 ${LOG_KEPT_MS} ${attempt} ${network} d  `;
  return [keys.length, ...keys, '', Date.now(), keys.length, words];
}

/** Keys and words as the headers of answer-each.lua and check-votes.lua list them. */
function checkWords(req: IncomingMessage, servers: number): (string | number)[] {
  const account = accountOf(req);
  const numbers = Array.from({ length: servers }, (_, at) => at + 1);
  const keys = [
    `totals:{${account}}`,
    `window:{${account}}:key_${account.slice(4).padEnd(12, '0')}`,
    ...numbers.map((number) => `lock:{${account}}:${number}:${voterOf(req)}`),
  ];
  return [keys.length, ...keys, '', Date.now(), keys.length, [VOTES_PER_MINUTE, ...numbers].join(' ')];
}
