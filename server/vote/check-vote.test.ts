import { beforeAll, expect, test } from 'vitest';
import { ask } from '../testing/api-client.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

describeOnStores('GET /vote/check and /vote/checks', (use) => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
  });

  const checks = (servers: readonly string[], ip: string) => {
    const query = new URLSearchParams({ ip });
    for (const name of servers) query.append('server', name);
    return ask(`${service.url}/vote/checks?${query}`, { headers: { 'X-API-KEY': tenant.key } });
  };

  test('an address that has not voted may vote, and nextVoteAt is null', async () => {
    const server = await tenant.addServer();
    const answer = await tenant.check({ slug: server.slug, ip: randomIp() });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ canVote: true, nextVoteAt: null, serverVotes: 0 });
  });

  test('right after a vote it says the same as the vote, 50 times, on a second process too', async () => {
    const server = await tenant.addServer();
    const ip = randomIp();
    const vote = await tenant.vote({ serverId: server.id }, { ip });
    const answers = await Promise.all(Array.from({ length: 50 }, () => tenant.check({ serverId: server.id, ip })));
    for (const answer of answers) {
      expect(answer.body).toEqual({ canVote: false, nextVoteAt: vote.body.nextVoteAt, serverVotes: 1 });
    }
  });

  test('from nextVoteAt on it says that the address may vote', async () => {
    const server = await tenant.addServer();
    const ip = randomIp();
    const vote = await tenant.vote({ serverId: server.id }, { ip });
    service.clock.nowMs = Date.parse(vote.body.nextVoteAt) - 1;
    expect((await tenant.check({ serverId: server.id, ip })).body.canVote).toBe(false);
    service.clock.advance(1);
    expect((await tenant.check({ serverId: server.id, ip })).body).toEqual({
      canVote: true,
      nextVoteAt: null,
      serverVotes: 1,
    });
  });

  test('checking spends nothing', async () => {
    const { key } = await tenant.addKey();
    const headers = { 'X-API-KEY': key };
    const url = `${service.url}/vote/check?slug=${tenant.server.slug}&ip=203.0.113.9`;
    const first = await ask(url, { headers });
    const second = await ask(url, { headers });
    expect(first.headers['x-ratelimit-remaining']).toBe('30');
    expect(second.headers['x-ratelimit-remaining']).toBe('30');
  });

  test('without ip, with a bad ip and with two of them it is 400 that names the member', async () => {
    const { slug } = tenant.server;
    const missing = await tenant.check({ slug });
    expect(missing.body).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ parameter: 'ip', detail: 'is required' }],
    });
    const bad = await tenant.check({ slug, ip: '1.2.3.4:80' });
    expect(bad.body).toMatchObject({ status: 400, code: 'invalid_ip', errors: [{ parameter: 'ip' }] });
    const twice = await ask(`${service.url}/vote/check?slug=${slug}&ip=1.2.3.4&ip=1.2.3.5`, {
      headers: { 'X-API-KEY': tenant.key },
    });
    expect(twice.body).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ parameter: 'ip', detail: 'must be given once' }],
    });
  });

  test('50 servers are answered in the order of the request, unknown and foreign ones with a code', async () => {
    const other = await createTenant(service);
    const ip = randomIp();
    const voted = await tenant.addServer();
    const vote = await tenant.vote({ serverId: voted.id }, { ip });
    const fresh = await Promise.all(Array.from({ length: 46 }, () => tenant.addServer()));
    const names = [
      voted.slug,
      ...fresh.map((server) => server.slug),
      'no-such',
      other.server.id,
      voted.id.toUpperCase(),
    ];
    const answer = await checks(names, ip);
    expect(answer.status).toBe(200);
    expect(answer.body.results.map((result: { requested: string }) => result.requested)).toEqual(names);
    const said = { canVote: false, nextVoteAt: vote.body.nextVoteAt, serverVotes: 1 };
    expect(answer.body.results[0]).toEqual({ requested: voted.slug, ...said });
    expect(answer.body.results[1]).toEqual({ requested: names[1], canVote: true, nextVoteAt: null, serverVotes: 0 });
    expect(answer.body.results[47]).toMatchObject({ code: 'server_not_found', status: 404 });
    expect(answer.body.results[48]).toMatchObject({ code: 'server_not_allowed', status: 403 });
    expect(answer.body.results[49]).toEqual({ requested: names[49], ...said });
  });

  test('no server and 51 servers are refused', async () => {
    expect((await checks([], '1.2.3.4')).body).toMatchObject({ status: 400, errors: [{ parameter: 'server' }] });
    const many = Array.from({ length: 51 }, (_, index) => `s${index}`);
    expect((await checks(many, '1.2.3.4')).body).toMatchObject({ status: 400, errors: [{ parameter: 'server' }] });
  });

  test('a list of unknown servers alone is answered', async () => {
    const answer = await checks(['nobody'], '1.2.3.4');
    expect(answer.body.results).toMatchObject([{ requested: 'nobody', code: 'server_not_found' }]);
  });
});
