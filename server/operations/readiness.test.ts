import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../testing/api-client.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

describe('a service whose login at Redis is not right, on Redis', () => {
  let redis: RedisServer;
  const services: TestService[] = [];
  beforeAll(async () => {
    redis = await startRedisServer({ password: 'right-password' });
    await redis.command(
      'ACL',
      'SETUSER',
      'noscripts',
      'on',
      '>some-password',
      '~*',
      '&*',
      '+@all',
      '-eval',
      '-evalsha',
    );
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    await redis.close();
  });

  async function start(login: string): Promise<TestService> {
    const redisUrl = `redis://${login}@127.0.0.1:${redis.port}`;
    const service = await startTestService({ redisUrl, realClock: { aheadMs: 0 } });
    services.push(service);
    return service;
  }

  test('is not ready, and tells the reason to the log and to nobody the password', async () => {
    const service = await start(':wrong-password');
    await expect.poll(() => ask(`${service.url}/readyz`)).toMatchObject({ status: 503, body: { code: 'not_ready' } });
    await expect.poll(() => service.logLines.join('\n')).toContain('WRONGPASS');
    expect(service.logLines.join('\n')).not.toContain('wrong-password');
    expect((await ask(`${service.url}/readyz`)).text).not.toContain('wrong-password');
  });

  test('is not ready either when the user may run no scripts, and says which', async () => {
    const service = await start('noscripts:some-password');
    await expect
      .poll(() => ask(`${service.url}/readyz`))
      .toMatchObject({
        status: 503,
        body: { detail: expect.stringMatching(/SECRET could not|could be compared.*(evalsha|permission)/i) },
      });
    expect(service.logLines.join('\n')).not.toContain('some-password');
  });
});
