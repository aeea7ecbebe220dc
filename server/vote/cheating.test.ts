import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { signAsProxy } from '../testing/sign-as-proxy.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

describeOnStores('who wants more than one vote', (use) => {
  let service: TestService;
  let tenant: Tenant;
  let key: string;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
    key = (await tenant.addKey({ attest: true, votesPerMinute: 10_000 })).key;
  });

  /** A signed vote as a proxy of a site sends it; what it sent can be sent again. */
  function signedVote(serverId: string, visitor: string): Record<string, string> {
    const body = JSON.stringify({ serverId });
    const { nowMs } = service.clock;
    return signAsProxy({ key, method: 'POST', url: '/vote', clientIp: visitor, body, nowMs });
  }

  test('gets one from a thousand addresses of one /64', async () => {
    const server = await tenant.addServer();
    const prefix = `2a02:${randomBytes(2).toString('hex')}:3:4`;
    const hosts = Array.from({ length: 1_000 }, () => randomBytes(8).toString('hex').match(/.{4}/g)?.join(':'));
    const statuses: number[] = [];
    for (let at = 0; at < hosts.length; at += 100) {
      const wave = hosts.slice(at, at + 100).map((host) => {
        return tenant.vote({ serverId: server.id }, { headers: signedVote(server.id, `${prefix}:${host}`) });
      });
      statuses.push(...(await Promise.all(wave)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // The visitor's own limit of 30 tries a minute ends the rest before the store is asked.
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect((await tenant.check({ serverId: server.id, ip: randomIp() })).body.serverVotes).toBe(1);
  });

  test('gets none for a signature that was taken down and sent again', async () => {
    const server = await tenant.addServer();
    const headers = signedVote(server.id, randomIp());
    const first = await tenant.vote({ serverId: server.id }, { headers });
    expect(first.status).toBe(200);
    for (let count = 0; count < 5; count += 1) {
      const replayed = await tenant.vote({ serverId: server.id }, { headers });
      expect(replayed.body).toMatchObject({ code: 'already_voted', nextVoteAt: first.body.nextVoteAt, votes: 1 });
    }
  });

  test('gets none for another server by a signature that was made for this one', async () => {
    const [server, other] = [await tenant.addServer(), await tenant.addServer()];
    const headers = signedVote(server.id, randomIp());
    const answer = await tenant.vote({ serverId: other.id }, { headers });
    expect(answer.body).toMatchObject({ status: 403, code: 'invalid_signature' });
  });

  test('gets none for a cookie, a browser, an origin, a username or an Idempotency-Key that is new', async () => {
    const server = await tenant.addServer();
    const ip = randomIp();
    expect((await tenant.vote({ serverId: server.id }, { ip })).status).toBe(200);
    const disguises: [Record<string, string>, object][] = [
      [{ Cookie: 'session=new' }, {}],
      [{ 'User-Agent': 'another browser' }, {}],
      [{ Origin: 'https://other.example' }, {}],
      [{}, { username: 'somebody else' }],
      [{ 'Idempotency-Key': 'a-new-one' }, { username: 'somebody else' }],
      [{ 'X-Vote-Client-IP': randomIp() }, {}],
    ];
    for (const [headers, body] of disguises) {
      const answer = await tenant.vote({ serverId: server.id, ...body }, { ip, headers });
      expect(answer.body.code, JSON.stringify([headers, body])).toBe('already_voted');
    }
    expect((await tenant.check({ serverId: server.id, ip: randomIp() })).body.serverVotes).toBe(1);
  });
});
