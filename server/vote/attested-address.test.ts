import { beforeAll, expect, test } from 'vitest';
import { hashKey } from '../accounts/key-format.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';
import { signRequest } from './attested-address.ts';

describeOnStores('an attested visitor address', (use) => {
  let service: TestService;
  let tenant: Tenant;
  let key: string;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
    key = (await tenant.addKey({ attest: true, votesPerMinute: 1000 })).key;
  });

  interface Forgery {
    readonly key?: string;
    readonly signKey?: string;
    readonly signedIp?: string;
    readonly signedUrl?: string;
    readonly signedMethod?: string;
    readonly signedBody?: string;
    readonly skewSeconds?: number;
    readonly signature?: string;
  }

  function vote(visitor: string, forged: Forgery = {}, ip = randomIp()) {
    const body = JSON.stringify({ serverId: tenant.server.id });
    const sent = forged.key ?? key;
    const signed = {
      method: forged.signedMethod ?? 'POST',
      url: forged.signedUrl ?? '/vote',
      clientIp: forged.signedIp ?? visitor,
      body: Buffer.from(forged.signedBody ?? body),
    };
    const time = Math.floor(service.clock.nowMs / 1000) + (forged.skewSeconds ?? 0);
    const signature = forged.signature ?? signRequest(signed, hashKey(forged.signKey ?? sent), time);
    const headers = {
      'X-API-KEY': sent,
      'Content-Type': 'application/json',
      'X-Vote-Client-IP': visitor,
      'X-Vote-Signature': signature,
    };
    return tenant.vote(body, { ip, headers });
  }

  test('is the voter, whoever sends the request, and the log says that it was attested', async () => {
    const visitor = randomIp();
    const first = await vote(visitor);
    expect(first.status).toBe(200);
    expect((await vote(visitor)).body.code).toBe('already_voted');
    const sender = randomIp();
    expect((await vote(randomIp(), {}, sender)).status).toBe(200);
    expect((await vote(randomIp(), {}, sender)).status).toBe(200);
    const log = await service.stores.votes.readLog(tenant.accountId, null, 1000);
    expect(log.find((entry) => entry.voteId === first.headers['vote-id'])?.via).toBe('attested');
    expect((await tenant.check({ serverId: tenant.server.id, ip: visitor })).body.canVote).toBe(false);
    expect((await tenant.check({ serverId: tenant.server.id, ip: sender })).body.canVote).toBe(true);
  });

  test.each<[string, Forgery]>([
    ['of another address', { signedIp: '198.51.100.1' }],
    ['of another path', { signedUrl: '/vote?x=1' }],
    ['of another method', { signedMethod: 'GET' }],
    ['of another body', { signedBody: '{}' }],
    ['by another key', { signKey: 'vk_other' }],
    ['that is 301 seconds old', { skewSeconds: -301 }],
    ['that is 301 seconds ahead', { skewSeconds: 301 }],
    ['without form', { signature: 'nonsense' }],
    ['with a short digest', { signature: 't=1,v1=abcd' }],
    ['in capitals', { signature: `t=1,v1=${'A'.repeat(64)}` }],
    ['given twice', { signature: `t=1,v1=${'a'.repeat(64)}, t=1,v1=${'a'.repeat(64)}` }],
  ])('a signature %s is 403 and no vote', async (_name, forged) => {
    const visitor = randomIp();
    const answer = await vote(visitor, forged);
    expect(answer.body).toMatchObject({
      status: 403,
      code: 'invalid_signature',
      errors: [{ parameter: 'X-Vote-Signature' }],
    });
    expect((await tenant.check({ serverId: tenant.server.id, ip: visitor })).body.canVote).toBe(true);
  });

  test('a signature up to 300 seconds off is taken', async () => {
    expect((await vote(randomIp(), { skewSeconds: -300 })).status).toBe(200);
    expect((await vote(randomIp(), { skewSeconds: 299 })).status).toBe(200);
  });

  test('a signed address that is none is 400', async () => {
    const answer = await vote('1.2.3.4:80');
    expect(answer.body).toMatchObject({ status: 400, code: 'invalid_ip', errors: [{ parameter: 'X-Vote-Client-IP' }] });
  });

  test('a key without attestation is told so', async () => {
    const visitor = randomIp();
    const answer = await vote(visitor, { key: tenant.key });
    expect(answer.body).toMatchObject({ status: 403, code: 'attestation_not_granted' });
  });

  test('an unsigned address is not looked at', async () => {
    const { server } = { server: await tenant.addServer() };
    const ip = randomIp();
    const headers = { 'X-API-KEY': key, 'X-Vote-Client-IP': randomIp() };
    expect((await tenant.vote({ serverId: server.id }, { ip, headers })).status).toBe(200);
    const again = { ...headers, 'X-Vote-Client-IP': randomIp() };
    expect((await tenant.vote({ serverId: server.id }, { ip, headers: again })).body.code).toBe('already_voted');
  });

  test('attested visitors are limited one by one, not by key', async () => {
    const many = await Promise.all(Array.from({ length: 320 }, () => vote(randomIp())));
    expect(many.every((answer) => answer.status === 200)).toBe(true);
    const visitor = randomIp();
    const spelled = (index: number) => (index % 2 === 0 ? visitor : `::ffff:${visitor}`);
    const hammered = await Promise.all(Array.from({ length: 31 }, (_, index) => vote(spelled(index))));
    expect(hammered.filter((answer) => answer.body.code === 'too_many_requests')).toHaveLength(1);
    expect((await vote(randomIp())).status).toBe(200);
  });
});
