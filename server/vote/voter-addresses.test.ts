import { beforeAll, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

describeOnStores('what one voter is', (use) => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
  });

  async function statuses(ips: readonly string[]): Promise<number[]> {
    const server = await tenant.addServer();
    const { key } = await tenant.addKey();
    const found: number[] = [];
    for (const ip of ips) {
      found.push((await tenant.vote({ serverId: server.id }, { ip, headers: { 'X-API-KEY': key } })).status);
    }
    return found;
  }

  test('every spelling of a mapped address is the IPv4 address', async () => {
    const spellings = ['1.2.3.4', '::ffff:1.2.3.4', '::ffff:102:304', '0:0:0:0:0:FFFF:1.2.3.4', '::FFFF:0102:0304'];
    expect(await statuses(spellings)).toEqual([200, 429, 429, 429, 429]);
  });

  test('an address that only ends like IPv4 is another voter', async () => {
    expect(await statuses(['1.2.3.4', '2001:db8::1.2.3.4'])).toEqual([200, 200]);
  });

  test('an IPv6 /64 is one voter, the next /64 is another', async () => {
    const ips = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:3::1'];
    expect(await statuses(ips)).toEqual([200, 429, 429, 200]);
  });

  test('two mapped IPv4 addresses are two voters', async () => {
    expect(await statuses(['::ffff:9.9.9.1', '::ffff:9.9.9.2'])).toEqual([200, 200]);
  });

  test('check and vote agree on every spelling', async () => {
    const server = await tenant.addServer();
    await tenant.vote({ serverId: server.id }, { ip: '::ffff:5.6.7.8' });
    for (const ip of ['5.6.7.8', '::ffff:506:708', '0000::ffff:5.6.7.8']) {
      expect((await tenant.check({ serverId: server.id, ip })).body.canVote, ip).toBe(false);
    }
    expect((await tenant.check({ serverId: server.id, ip: '5.6.7.9' })).body.canVote).toBe(true);
  });

  test.each([
    '',
    ' 1.2.3.4',
    '1.2.3.4:80',
    '1.2.3',
    '01.2.3.4',
    '0x1.2.3.4',
    '1.2.3.256',
    '16909060',
    '1.2.3.4/32',
    '[::1]',
    'fe80::1%eth0',
    '2001:db8::/64',
    '::1::',
    'localhost',
    'unknown',
    '1.2.3.4, 5.6.7.8',
  ])('%j is no address: 400 that names ip', async (ip) => {
    const answer = await tenant.check({ slug: tenant.server.slug, ip });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ parameter: 'ip' }]);
  });

  test('no address reaches the store, the log or an error', async () => {
    const server = await tenant.addServer();
    const ip = '77.88.99.11';
    await tenant.vote({ serverId: server.id }, { ip });
    const refused = await tenant.vote({ serverId: server.id }, { ip });
    const bad = await tenant.check({ slug: server.slug, ip: `${ip}:9` });
    await tenant.check({ slug: server.slug, ip });
    const records: string[] = [];
    for await (const record of service.stores.archive.dump()) records.push(JSON.stringify(record));
    const seen = [...records, ...service.logLines, refused.text, bad.text].join('\n');
    expect(records.length).toBeGreaterThan(5);
    expect(service.logLines.length).toBeGreaterThan(3);
    expect(seen).not.toContain(ip);
    expect(seen).not.toContain(tenant.key);
  });
});
