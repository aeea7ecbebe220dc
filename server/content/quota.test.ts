import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { importRecords, newBadge, newTeam } from '../store/suites/content-builders.ts';
import { createReader } from '../testing/content-tenant.ts';
import { startRedisServer } from '../testing/redis-server.ts';
import { describeOnStores, startTestService } from '../testing/test-service.ts';

const LIMIT_HEADERS = [
  'ratelimit-policy',
  'ratelimit',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

describeOnStores('the quota of a user key', (use) => {
  test('is told on every answer, and refused with the time to wait when it is spent', async () => {
    const service = await use.start({ env: { CONTENT_PER_MINUTE: '5' }, realClock: { aheadMs: 0 } });
    const reader = await createReader(service);
    const startedAtMs = Date.now();
    const etag = (await reader.get('/v1/blog')).headers.etag!;
    const answers = [
      await reader.get('/v1/blog', { 'If-None-Match': etag }),
      await reader.get(`/v1/badges/${randomUUID()}`),
      await reader.get('/v1/teams?page=0'),
      await reader.get('/v1/teams'),
      await reader.get('/v1/teams'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([304, 404, 400, 200, 429]);
    for (const [index, { headers }] of answers.entries()) {
      expect(headers['ratelimit-policy']).toBe('"content";q=5;w=60');
      expect(headers['x-ratelimit-limit']).toBe('5');
      expect(headers['x-ratelimit-remaining']).toBe(String(Math.max(0, 3 - index)));
      const seconds = Number(/^"content";r=\d+;t=(\d+)$/.exec(headers.ratelimit!)?.[1]);
      expect(seconds).toBeGreaterThan(55);
      expect(seconds).toBeLessThanOrEqual(60);
      const resetMs = Number(headers['x-ratelimit-reset']) * 1000 - startedAtMs;
      expect(resetMs).toBeGreaterThan(55_000);
      expect(resetMs).toBeLessThan(63_000);
    }
    const refused = answers.at(-1)!;
    expect(refused.body).toMatchObject({
      code: 'too_many_requests',
      retryAfter: Number(refused.headers['retry-after']),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(55);
    expect(refused.headers['cache-control']).toBe('no-store');
  });

  test('belongs to the key: another key of anybody has its own, and bad keys spend nobody’s', async () => {
    const service = await use.start({ env: { CONTENT_PER_MINUTE: '2' }, realClock: { aheadMs: 0 } });
    const [one, other] = [await createReader(service), await createReader(service)];
    for (const expected of [200, 200, 429]) expect((await one.get('/v1/teams')).status).toBe(expected);
    expect((await other.get('/v1/teams')).status).toBe(200);
    expect((await one.get('/v1/teams', { 'X-API-KEY': 'uk_wrong' })).status).toBe(401);
    const answer = await other.get('/v1/nothing');
    expect(answer.status).toBe(404);
    for (const name of LIMIT_HEADERS) expect(answer.headers[name]).toBeUndefined();
    expect((await other.get('/v1/teams')).headers['x-ratelimit-remaining']).toBe('0');
  });
});

describe('the quota over several processes on Redis', () => {
  test('is one quota, under the id of the key and never its text, with a time to live', async () => {
    const redis = await startRedisServer();
    const options = { redisUrl: redis.url, env: { CONTENT_PER_MINUTE: '10' }, realClock: { aheadMs: 0 } };
    const [one, other] = [await startTestService(options), await startTestService(options)];
    const reader = await createReader(one);
    const remaining: string[] = [];
    for (const service of [one, other, one, other]) {
      const { headers } = await reader.get('/v1/teams', {});
      remaining.push(headers['x-ratelimit-remaining']!);
      const there = await fetch(`${service.url}/v1/teams`, { headers: { 'X-API-KEY': reader.key } });
      remaining.push(there.headers.get('x-ratelimit-remaining')!);
    }
    expect(remaining).toEqual(['9', '8', '7', '6', '5', '4', '3', '2']);
    const keys = (await redis.command('KEYS', 'limit:*')).trim().split('\n');
    expect(keys).toEqual([`limit:${reader.keyId}`]);
    expect(Number(await redis.command('PTTL', keys[0]!))).toBeGreaterThan(0);
    await one.close();
    await other.close();
    await redis.close();
  });
});

describe('a key that has spent its quota on Redis', () => {
  test('costs the limiter alone, until it has room again', async () => {
    const redis = await startRedisServer();
    const service = await startTestService({
      redisUrl: redis.url,
      env: { CONTENT_PER_MINUTE: '3' },
      realClock: { aheadMs: 0 },
    });
    const reader = await createReader(service);
    const readsOf = async (path: string) => {
      await redis.command('CONFIG', 'RESETSTAT');
      const { status } = await reader.get(path);
      const stats = await redis.command('INFO', 'commandstats');
      return [status, Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0)];
    };
    // By then the connection has sent all scripts.
    for (const _ of ['once', 'twice']) await reader.get(`/v1/badges/${randomUUID()}`);
    expect(await readsOf(`/v1/badges/${randomUUID()}`)).toEqual([404, 2]);
    expect(await readsOf(`/v1/badges/${randomUUID()}`)).toEqual([429, 2]);
    expect(await readsOf(`/v1/badges/${randomUUID()}`)).toEqual([429, 1]);
    const [key] = (await redis.command('KEYS', 'limit:*')).trim().split('\n');
    await redis.command('DEL', key!);
    expect((await readsOf(`/v1/badges/${randomUUID()}`))[0]).toBe(404);
    await service.close();
    await redis.close();
  });
});

describe('while Redis is away', () => {
  test.each(['kill', 'pause'] as const)(
    'after %s cached content is served, the rest is 503 in time, and all heals by itself',
    async (trouble) => {
      const { redis, service, reader } = await startWithContent('1000');
      const cached = await reader.get('/v1/badges');
      await redis[trouble]();
      const startedAtMs = Date.now();
      const served = await reader.get('/v1/badges');
      expect([served.status, served.text, served.headers.etag]).toEqual([200, cached.text, cached.headers.etag]);
      const missing = await reader.get('/v1/teams?limit=3');
      expect(missing).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
      expect(Number(missing.headers['retry-after'])).toBeGreaterThan(0);
      expect(missing.headers['x-ratelimit-limit']).toBe('1000');
      expect(Date.now() - startedAtMs).toBeLessThan(3_000);
      if (trouble === 'kill') await redis.start();
      else redis.resume();
      await untilServed(async () => (await reader.get('/v1/teams?limit=3')).status);
      await service.close();
      await redis.close();
    },
  );

  test('each process counts by itself, so that a flood still meets its limit', async () => {
    const { redis, service, reader } = await startWithContent('6');
    await reader.get('/v1/badges');
    await redis.kill();
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) statuses.push((await reader.get('/v1/badges')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    await service.close();
    await redis.close();
  });

  async function startWithContent(perMinute: string) {
    const redis = await startRedisServer({ appendOnly: true });
    const service = await startTestService({
      redisUrl: redis.url,
      env: { CONTENT_PER_MINUTE: perMinute },
      realClock: { aheadMs: 0 },
    });
    const reader = await createReader(service);
    await importRecords(service.stores.content, 'badges', [newBadge()]);
    await importRecords(service.stores.content, 'teams', [newTeam()]);
    return { redis, service, reader };
  }
});

async function untilServed(ask: () => Promise<number>): Promise<void> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const status = await ask();
    if (status === 200) return;
    expect([503, 429]).toContain(status);
    expect(Date.now()).toBeLessThan(deadline);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
