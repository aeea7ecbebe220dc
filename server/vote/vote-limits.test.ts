import { beforeAll, expect, test } from 'vitest';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

describeOnStores('30 votes a minute', (use) => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
  });

  async function fresh() {
    const [server, { key }] = [await tenant.addServer(), await tenant.addKey()];
    const headers = { 'X-API-KEY': key };
    return (ip = randomIp()) => tenant.vote({ serverId: server.id }, { ip, headers });
  }

  test('60 voters at once on one key: exactly 30 are counted, and the others are 429 rate_limited with a wait', async () => {
    const vote = await fresh();
    const answers = await Promise.all(Array.from({ length: 60 }, () => vote()));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(30);
    const refused = answers.filter((answer) => answer.body.code === 'rate_limited');
    expect(refused).toHaveLength(30);
    for (const answer of refused) {
      expect(answer.headers['retry-after']).toBe('60');
      expect(answer.body.retryAfter).toBe(60);
      expect(answer.headers['x-ratelimit-remaining']).toBe('0');
    }
  });

  test('who waits exactly as long as Retry-After says succeeds, and a second earlier fails', async () => {
    const vote = await fresh();
    await vote();
    service.clock.advance(17_250);
    for (let count = 0; count < 29; count += 1) await vote();
    const refused = await vote();
    const wait = Number(refused.headers['retry-after']) * 1000;
    expect(wait).toBe(43_000);
    service.clock.advance(wait - 1000);
    expect((await vote()).body.code).toBe('rate_limited');
    service.clock.advance(1000);
    expect((await vote()).status).toBe(200);
  });

  test('the window slides: never more than 30 in any 60 seconds, also over the edge of a minute', async () => {
    const vote = await fresh();
    service.clock.nowMs = Math.ceil(service.clock.nowMs / 60_000) * 60_000 + 59_000;
    const counted: number[] = [];
    for (let step = 0; step < 8; step += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => vote()));
      counted.push(...answers.filter((answer) => answer.status === 200).map(() => service.clock.nowMs));
      service.clock.advance(15_000);
    }
    for (const start of counted) {
      expect(counted.filter((at) => at >= start && at < start + 60_000).length).toBeLessThanOrEqual(30);
    }
    expect(counted.length).toBeGreaterThanOrEqual(60);
  });

  test('duplicates, bad requests and unknown servers spend nothing, and an earlier vote is found before the quota', async () => {
    const vote = await fresh();
    const ip = randomIp();
    await vote(ip);
    for (let count = 0; count < 40; count += 1) await vote(ip);
    const answers = await Promise.all(Array.from({ length: 29 }, () => vote()));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect((await vote()).body.code).toBe('rate_limited');
    expect((await vote(ip)).body.code).toBe('already_voted');
  });

  test('the limit headers tell quota, rest and reset on success and on refusal', async () => {
    const vote = await fresh();
    const ip = randomIp();
    const first = await vote(ip);
    const reset = Math.ceil((service.clock.nowMs + 60_000) / 1000);
    const expected = {
      'ratelimit-policy': '"votes";q=30;w=60',
      ratelimit: '"votes";r=29;t=60',
      'x-ratelimit-limit': '30',
      'x-ratelimit-remaining': '29',
      'x-ratelimit-reset': String(reset),
    };
    expect(first.headers).toMatchObject(expected);
    service.clock.advance(10_000);
    expect((await vote(ip)).headers).toMatchObject({ ...expected, ratelimit: '"votes";r=29;t=50' });
  });

  test("each key has its own quota, and a key's own number replaces the usual one", async () => {
    const server = await tenant.addServer();
    const { key } = await tenant.addKey({ votesPerMinute: 2 });
    const vote = () => tenant.vote({ serverId: server.id }, { headers: { 'X-API-KEY': key } });
    expect((await vote()).headers['x-ratelimit-limit']).toBe('2');
    expect((await vote()).status).toBe(200);
    expect((await vote()).body.code).toBe('rate_limited');
    const other = await fresh();
    expect((await other()).status).toBe(200);
  });
});
