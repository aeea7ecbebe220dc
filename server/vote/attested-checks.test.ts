import { beforeAll, expect, test } from 'vitest';
import { ask } from '../testing/api-client.ts';
import { signAsProxy } from '../testing/sign-as-proxy.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

describeOnStores('a signed check', (use) => {
  let service: TestService;
  let tenant: Tenant;
  let key: string;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
    key = (await tenant.addKey({ attest: true, votesPerMinute: 1000 })).key;
  });

  function signed(url: string, clientIp: string, signedUrl = url, sent = key) {
    const { nowMs } = service.clock;
    const headers = signAsProxy({ key: sent, method: 'GET', url: signedUrl, clientIp, nowMs });
    return ask(service.url + url, { headers });
  }

  test('is answered for the signed visitor, with now and the server', async () => {
    const visitor = randomIp();
    const voted = await tenant.vote({ serverId: tenant.server.id }, { ip: visitor });
    const { id, slug, name, description, image } = tenant.server;
    const server = { id, slug, name, description, image };
    const now = new Date(service.clock.nowMs).toISOString();
    const one = await signed(`/vote/check?slug=${slug}&ip=${visitor}`, visitor);
    const said = { canVote: false, nextVoteAt: voted.body.nextVoteAt };
    expect(one.body).toMatchObject({ ...said, now, server });
    const many = await signed(`/vote/checks?server=${slug}&server=nobody&ip=${visitor}`, visitor);
    expect(many.body).toMatchObject({
      now,
      results: [{ requested: slug, ...said, server }, { code: 'server_not_found' }],
    });
    const unsigned = await tenant.check({ slug, ip: visitor });
    expect(Object.keys(unsigned.body).sort()).toEqual(['canVote', 'nextVoteAt', 'serverVotes']);
  });

  test('with a signature of another query, or by a key without attestation, is 403', async () => {
    const { slug } = tenant.server;
    const url = `/vote/check?slug=${slug}&ip=203.0.113.9`;
    expect((await signed(url, '203.0.113.9', `${url}&x=1`)).body.code).toBe('invalid_signature');
    expect((await signed(url, '203.0.113.9', url, tenant.key)).body.code).toBe('attestation_not_granted');
    const list = `/vote/checks?server=${slug}&ip=203.0.113.9`;
    expect((await signed(list, '203.0.113.9', '/vote/checks')).body.code).toBe('invalid_signature');
  });

  test('is limited to 120 a minute for each visitor, both kinds together, and not by key', async () => {
    const { slug } = tenant.server;
    const visitor = randomIp();
    const url = `/vote/check?slug=${slug}&ip=${visitor}`;
    const many = await Promise.all(Array.from({ length: 120 }, () => signed(url, visitor)));
    expect(many.every((answer) => answer.status === 200)).toBe(true);
    expect((await signed(url, visitor)).body.code).toBe('too_many_requests');
    expect((await signed(`/vote/checks?server=${slug}&ip=${visitor}`, visitor)).body.code).toBe('too_many_requests');
    const others = Array.from({ length: 520 }, randomIp);
    const answers = await Promise.all(others.map((ip) => signed(`/vote/check?slug=${slug}&ip=${ip}`, ip)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
  });
});
