import { describe, expect, test } from 'vitest';
import { ask } from '../api-client.ts';
import { randomIp } from '../tenant.ts';
import { findLeaks } from './discretion.ts';
import { describeInstallations } from './installation.ts';
import { check, vote } from './voting.ts';

describe('the search for leaks, which every system test ends with,', () => {
  test.each([
    'vk_abcdefgh12345678',
    '{"ip":"45.6.7.8"}',
    '/vote/check?ip=x',
    '127.0.0.2',
    '2001:db8:1:2::1',
    '\n    at file.js:1:2',
  ])('finds %j', (text) => {
    expect(findLeaks(`{"msg":"${text}"}`)).toHaveLength(1);
  });

  test('lets the address of the store and versions pass', () => {
    expect(findLeaks('connect ECONNREFUSED 127.0.0.1:6379, Redis 7.0.15, 20.20.2')).toEqual([]);
  });
});

describeInstallations('a log of everything', (installed) => {
  test('has one line for each request, with its route, status, key id and time, and tells no key and no address', async () => {
    const owner = await installed().createOwner();
    const service = await installed().start({ env: { LOG_LEVEL: 'trace' } });
    const ip = randomIp();
    await vote(service, owner, { ip, headers: { 'X-Request-Id': 'first-of-all' } });
    await vote(service, owner, { ip });
    await check(service, owner, ip);
    await check(service, owner, `${ip}:80`);
    await ask(`${service.url}/vote?key=${owner.key}`, { method: 'POST', body: { slug: owner.slug } });
    await vote(service, { ...owner, key: `${owner.key}x` });
    await vote(service, owner, { ip: 'no address' });
    await ask(`${service.url}/vote/${owner.key}/${ip}?ip=${ip}`);
    await service.stop();
    const printed = service.stdout() + service.stderr();
    const requests = service.log().filter(({ route }) => route !== undefined && route !== '/readyz');
    expect(requests.map(({ status }) => status)).toEqual([200, 429, 200, 400, 401, 401, 400, 404]);
    expect(requests[0]).toMatchObject({
      requestId: 'first-of-all',
      method: 'POST',
      route: '/vote',
      keyId: owner.keyId,
      ms: expect.any(Number),
    });
    expect(printed).not.toContain(owner.key);
    expect(printed).not.toContain(ip);
    expect(findLeaks(printed)).toEqual([]);
  });
});
