import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask } from '../testing/api-client.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const ORIGIN = 'https://shop.example';

describe('voting while the store is in trouble on Redis', () => {
  let redis: RedisServer;
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    redis = await startRedisServer();
    service = await startTestService({ redisUrl: redis.url, realClock: { aheadMs: 0 } });
    tenant = await createTenant(service);
  });
  afterAll(async () => {
    await service.close();
    await redis.close();
  });

  function everyVotingRequest(): Promise<Answer[]> {
    const { slug } = tenant.server;
    const site = `${service.url}/sites/${tenant.site.id}`;
    const headers = { Origin: ORIGIN, 'X-Forwarded-For': randomIp() };
    return Promise.all([
      tenant.vote(),
      tenant.check({ slug, ip: '203.0.113.1' }),
      ask(`${service.url}/vote/checks?server=${slug}&ip=203.0.113.1`, { headers: { 'X-API-KEY': tenant.key } }),
      ask(`${site}/vote`, { method: 'POST', body: { slug }, headers }),
      ask(`${site}/vote/check?slug=${slug}`, { headers }),
      ask(`${site}/vote/checks?server=${slug}`, { headers }),
      ask(`${site}/badge/${slug}.svg`, { headers }),
    ]);
  }

  test('a Redis that hangs: every answer is 503 with Retry-After in under 1.5 s, and nothing is counted twice', async () => {
    const before = await everyVotingRequest();
    expect(before.every((answer) => answer.status === 200)).toBe(true);
    redis.pause();
    const startedAt = performance.now();
    const answers = await everyVotingRequest();
    expect(performance.now() - startedAt).toBeLessThan(1500);
    for (const answer of answers) {
      expect(answer.body).toMatchObject({ status: 503, code: 'store_unavailable' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    for (const answer of answers.slice(3, 6)) expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN);
    redis.resume();
    await expect.poll(async () => (await everyVotingRequest()).every((answer) => answer.status === 200)).toBe(true);
  });

  test('a vote that was answered 503 and is sent again with its Idempotency-Key is counted once', async () => {
    const server = await tenant.addServer();
    await tenant.check({ serverId: server.id, ip: '203.0.113.1' });
    const ip = randomIp();
    const headers = { 'Idempotency-Key': 'try-until-it-works' };
    redis.pause();
    expect((await tenant.vote({ serverId: server.id }, { ip, headers })).status).toBe(503);
    redis.resume();
    await expect.poll(async () => (await tenant.vote({ serverId: server.id }, { ip, headers })).status).toBe(200);
    expect((await tenant.check({ serverId: server.id, ip })).body).toMatchObject({ canVote: false, serverVotes: 1 });
  });

  test('a Redis that is away: not ready with a reason, and ready again by itself', async () => {
    await redis.stop();
    const answers = await everyVotingRequest();
    expect(answers.every((answer) => answer.status === 503)).toBe(true);
    await expect.poll(() => ask(`${service.url}/readyz`)).toMatchObject({ status: 503, body: { code: 'not_ready' } });
    expect((await ask(`${service.url}/healthz`)).status).toBe(200);
    await redis.start();
    await expect.poll(async () => (await ask(`${service.url}/readyz`)).status, { timeout: 5000 }).toBe(200);
  });

  test('a policy that evicts: votes are refused with the cure, and taken again once it is right', async () => {
    const fresh = await createTenant(service);
    await redis.command('CONFIG', 'SET', 'maxmemory', '64mb', 'maxmemory-policy', 'allkeys-lru');
    await expect
      .poll(() => ask(`${service.url}/readyz`))
      .toMatchObject({
        status: 503,
        body: { detail: expect.stringContaining('noeviction') },
      });
    expect((await fresh.vote()).body).toMatchObject({ status: 503, code: 'eviction_policy' });
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    await expect.poll(async () => (await ask(`${service.url}/readyz`)).status, { timeout: 5000 }).toBe(200);
    expect((await fresh.vote()).status).toBe(200);
  });
});

describe('clocks that disagree on Redis', () => {
  let redis: RedisServer;
  const services: TestService[] = [];
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    await redis.close();
  });

  async function start(aheadMs: number): Promise<Tenant> {
    const service = await startTestService({ redisUrl: redis.url, realClock: { aheadMs } });
    services.push(service);
    return createTenant(service);
  }

  test.each([300_000, -300_000])('a process that is %i ms off tells the times of Redis', async (aheadMs) => {
    const tenant = await start(aheadMs);
    const before = Date.now();
    const answer = await tenant.vote();
    const votedAt = Date.parse(answer.body.nextVoteAt) - 43_200_000;
    expect(votedAt).toBeGreaterThanOrEqual(before - 1);
    expect(votedAt).toBeLessThanOrEqual(Date.now() + 1);
    expect(services.at(-1)?.logLines.join('\n')).toMatch(/clock/i);
  });

  test.each([660_000, -660_000])(
    'a process that is %i ms off refuses votes and checks with the cure',
    async (aheadMs) => {
      const tenant = await start(aheadMs);
      const vote = await tenant.vote();
      expect(vote.body).toMatchObject({ status: 503, code: 'clock_skew' });
      expect(vote.body.detail).toContain('clocks');
      expect((await tenant.check({ slug: tenant.server.slug, ip: '203.0.113.1' })).body.code).toBe('clock_skew');
    },
  );
});
