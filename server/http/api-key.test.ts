import { Agent } from 'node:http';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createKeyText } from '../accounts/key-format.ts';
import { ask } from '../testing/api-client.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

describeOnStores('an API key', (use) => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
  });

  function check(headers: Record<string, string>, query = '') {
    const url = `${service.url}/vote/check?slug=${tenant.server.slug}&ip=203.0.113.5${query}`;
    return ask(url, { headers: { 'X-Forwarded-For': randomIp(), ...headers } });
  }

  test('that is missing, malformed, unknown, multibyte, doubled or revoked gets one and the same 401', async () => {
    const revoked = await tenant.addKey({ expiresAtMs: service.clock.nowMs });
    const texts = [
      '',
      'nonsense',
      createKeyText('vote'),
      'vk_\u00fc\u00fc',
      `${tenant.key}, ${tenant.key}`,
      revoked.key,
    ];
    const answers = [await check({}), ...(await Promise.all(texts.map((text) => check({ 'X-API-KEY': text }))))];
    const bodies = answers.map(({ body: { requestId: _, ...rest } }) => JSON.stringify(rest));
    expect(new Set(bodies).size).toBe(1);
    for (const answer of answers) {
      expect(answer.body).toMatchObject({ status: 401, code: 'invalid_key' });
      expect(answer.headers['www-authenticate']).toMatch(/^ApiKey /);
    }
  });

  test('is taken from the header only', async () => {
    expect((await check({}, `&key=${tenant.key}&api_key=${tenant.key}&X-API-KEY=${tenant.key}`)).status).toBe(401);
    expect((await check({ Authorization: `Bearer ${tenant.key}` })).status).toBe(401);
  });

  test('of the wrong kind is 403 on every voting route', async () => {
    const { key } = await tenant.addKey({ kind: 'user' });
    expect((await check({ 'X-API-KEY': key })).body).toMatchObject({ status: 403, code: 'wrong_key_kind' });
    expect((await tenant.vote({}, { headers: { 'X-API-KEY': key } })).body.code).toBe('wrong_key_kind');
    const list = await ask(`${service.url}/vote/checks?server=a&ip=1.2.3.4`, { headers: { 'X-API-KEY': key } });
    expect(list.body.code).toBe('wrong_key_kind');
    const none = await ask(`${service.url}/vote/checks?server=a&ip=1.2.3.4`);
    expect(none.body.code).toBe('invalid_key');
  });

  test('is checked before the body is', async () => {
    const answer = await ask(`${service.url}/vote`, {
      method: 'POST',
      body: 'nonsense',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(answer.status).toBe(401);
  });

  test('works until the moment of its end and not from then on', async () => {
    const { key } = await tenant.addKey({ expiresAtMs: service.clock.nowMs + 10_000 });
    expect((await check({ 'X-API-KEY': key })).status).toBe(200);
    service.clock.advance(9_999);
    expect((await check({ 'X-API-KEY': key })).status).toBe(200);
    service.clock.advance(1);
    expect((await check({ 'X-API-KEY': key })).status).toBe(401);
  });

  test('is looked for again with each request, whatever its connection has sent before', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const other = await createTenant(service);
    const ended = await tenant.addKey({ expiresAtMs: service.clock.nowMs + 1_000 });
    const statusOf = async (key: string, { server } = tenant) => {
      const url = `${service.url}/vote/check?slug=${server.slug}&ip=203.0.113.5`;
      return (await ask(url, { agent, headers: { 'X-API-KEY': key, 'X-Forwarded-For': randomIp() } })).status;
    };
    expect([await statusOf(ended.key), await statusOf(ended.key)]).toEqual([200, 200]);
    // A slug is one of the account of the key.
    expect([await statusOf(other.key), await statusOf(other.key, other)]).toEqual([404, 200]);
    expect([await statusOf('nonsense'), await statusOf(ended.key)]).toEqual([401, 200]);
    service.clock.advance(1_000);
    expect([await statusOf(ended.key), await statusOf(tenant.key)]).toEqual([401, 200]);
    expect(Object.values(agent.freeSockets)).toHaveLength(1);
  });

  test('that is revoked by another process is refused at once', async () => {
    const { key, record } = await tenant.addKey();
    const second = await use.start({ clock: service.clock, dataDir: service.dataDir });
    const url = `${second.url}/vote/check?slug=${tenant.server.slug}&ip=203.0.113.5`;
    expect((await ask(url, { headers: { 'X-API-KEY': key } })).status).toBe(200);
    await service.stores.directory.saveKey({ ...record, expiresAtMs: service.clock.nowMs });
    const status = async () => (await ask(url, { headers: { 'X-API-KEY': key } })).status;
    // Processes on Redis tell each other, which takes a moment; the embedded store is looked at by each request.
    if (second.stores.kind === 'embedded') expect(await status()).toBe(401);
    else await expect.poll(status).toBe(401);
  });

  test('failing 30 times a minute from one address is 429 there, and never refuses a valid key', async () => {
    const ip = randomIp();
    const fail = () => check({ 'X-API-KEY': createKeyText('vote'), 'X-Forwarded-For': ip });
    const answers = await Promise.all(Array.from({ length: 35 }, fail));
    const codes = answers.map((answer) => answer.body.code).sort();
    expect(codes).toEqual([...Array(30).fill('invalid_key'), ...Array(5).fill('too_many_requests')]);
    const refused = answers.filter((answer) => answer.body.code === 'too_many_requests');
    expect(refused).toHaveLength(5);
    for (const answer of refused) expect(answer.headers['ratelimit-policy']).toBeUndefined();
    expect((await check({ 'X-API-KEY': tenant.key, 'X-Forwarded-For': ip })).status).toBe(200);
    expect((await check({ 'X-API-KEY': createKeyText('vote') })).status).toBe(401);
    const wait = Number(refused[0]?.headers['retry-after']) * 1000;
    service.clock.advance(wait - 1000);
    expect((await fail()).body.code).toBe('too_many_requests');
    service.clock.advance(1000);
    expect((await fail()).body.code).toBe('invalid_key');
  });

  test('may ask 600 checks a minute, of both kinds together, and then hears how long to wait', async () => {
    const { key } = await tenant.addKey();
    const one = () => check({ 'X-API-KEY': key });
    const many = () =>
      ask(`${service.url}/vote/checks?server=${tenant.server.slug}&ip=1.2.3.4`, { headers: { 'X-API-KEY': key } });
    for (let round = 0; round < 30; round += 1) {
      const answers = await Promise.all([...Array.from({ length: 10 }, one), ...Array.from({ length: 10 }, many)]);
      expect(answers.every((answer) => answer.status === 200)).toBe(true);
    }
    for (const answer of [await one(), await many()]) {
      expect(answer.body).toMatchObject({ status: 429, code: 'too_many_requests' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('may try 300 votes a minute, counted or not', async () => {
    const { key } = await tenant.addKey();
    const ip = randomIp();
    const vote = () => tenant.vote({ serverId: tenant.server.id }, { ip, headers: { 'X-API-KEY': key } });
    const answers = await Promise.all(Array.from({ length: 305 }, vote));
    expect(answers.filter((answer) => answer.body.code === 'too_many_requests')).toHaveLength(5);
  });
});
