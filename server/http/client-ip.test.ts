import { beforeAll, describe, expect, test } from 'vitest';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

const SPOOFS = [
  'X-Forwarded-For',
  'X-Real-IP',
  'CF-Connecting-IP',
  'True-Client-IP',
  'X-Client-IP',
  'Client-IP',
] as const;

describeOnStores('the address of the client', (use) => {
  async function tenantOf(env: Record<string, string | undefined>, demo = false): Promise<Tenant> {
    // Demo mode is only for the embedded store; what is tried here is the same on both.
    return createTenant(await use.start({ env, demo }));
  }

  describe('behind a trusted proxy', () => {
    let service: TestService;
    let tenant: Tenant;
    beforeAll(async () => {
      service = await use.start({ env: { TRUST_PROXY: '1' } });
      tenant = await createTenant(service);
    });

    test('two clients are two voters', async () => {
      expect((await tenant.vote(undefined, { ip: '8.8.1.1' })).status).toBe(200);
      expect((await tenant.vote(undefined, { ip: '8.8.1.2' })).status).toBe(200);
      expect((await tenant.vote(undefined, { ip: '8.8.1.1' })).body.code).toBe('already_voted');
    });

    test('what a client puts before its own address is not believed', async () => {
      const server = await tenant.addServer();
      const statuses: number[] = [];
      for (let count = 0; count < 100; count += 1) {
        const answer = await tenant.vote({ serverId: server.id }, { ip: `${randomIp()}, 8.8.4.4` });
        statuses.push(answer.status);
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    });

    test.each(['garbage', '1.2.3.4:8080', '<script>', 'unknown', '1.2.3.4.5', '::ffff:1.2.3.4:80'])(
      'an address %j from the proxy is 400 that names the header, not a voter',
      async (ip) => {
        const answer = await tenant.vote(undefined, { ip });
        expect(answer.body).toMatchObject({
          status: 400,
          code: 'invalid_ip',
          errors: [{ parameter: 'X-Forwarded-For' }],
        });
        expect(answer.text).not.toContain(ip);
      },
    );
  });

  test('a proxy outside the trusted ranges is itself the client, whatever it forwards', async () => {
    const tenant = await tenantOf({ TRUST_PROXY: '10.0.0.0/8' });
    const first = await tenant.vote(undefined, { ip: randomIp() });
    expect(first.status).toBe(200);
    for (const name of SPOOFS) {
      const answer = await tenant.vote(undefined, { ip: randomIp(), headers: { [name]: randomIp() } });
      expect(answer.body.code, name).toBe('already_voted');
    }
    const forwarded = await tenant.vote(undefined, { headers: { Forwarded: `for=${randomIp()}` } });
    expect(forwarded.body.code).toBe('already_voted');
  });

  test('a forwarding header from this machine while no proxy is trusted is 503 that names the cure, and no vote', async () => {
    const tenant = await tenantOf({ TRUST_PROXY: undefined });
    for (const headers of [
      { 'X-Forwarded-For': '8.8.8.8' },
      { Forwarded: 'for=8.8.8.8' },
      { 'X-Real-IP': '8.8.8.8' },
    ]) {
      const answer = await tenant.vote(undefined, { headers });
      expect(answer.body).toMatchObject({ status: 503, code: 'proxy_not_trusted' });
      expect(answer.body.detail).toContain('TRUST_PROXY');
    }
    expect((await tenant.check({ slug: tenant.server.slug, ip: '127.0.0.1' })).body.serverVotes).toBe(0);
  });
});
