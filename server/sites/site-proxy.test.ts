import { beforeAll, expect, test } from 'vitest';
import { deleteServer } from '../accounts/delete-server.ts';
import { updateServer } from '../accounts/update-server.ts';
import { type AskOptions, ask } from '../testing/api-client.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

const ORIGIN = 'https://shop.example';
const SELF = 'https://votes.example.com';

describeOnStores('a hosted site', (use) => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
  });

  function askSite(path: string, { headers, ...rest }: AskOptions & { ip?: string } = {}) {
    const sent = { Origin: ORIGIN, 'X-Forwarded-For': rest.ip ?? randomIp(), ...headers };
    const kept = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
    return ask(`${service.url}/sites/${tenant.site.id}${path}`, { ...rest, headers: kept });
  }
  const vote = (options: AskOptions & { ip?: string } = {}) =>
    askSite('/vote', { method: 'POST', body: { slug: tenant.server.slug }, ...options });

  test('counts the vote of the visitor without a key, and tells now and the server', async () => {
    const ip = randomIp();
    const first = await vote({ ip });
    expect(first.status).toBe(200);
    const { id, slug, name, description, image } = tenant.server;
    expect(first.body).toMatchObject({
      success: true,
      votes: 1,
      now: new Date(service.clock.nowMs).toISOString(),
      server: { id, slug, name, description, image },
    });
    expect(first.headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(first.headers['access-control-expose-headers']).toMatch(/Vote-Id/);
    const second = await vote({ ip });
    expect(second.body).toMatchObject({ status: 429, code: 'already_voted', nextVoteAt: first.body.nextVoteAt });
    const check = await askSite(`/vote/check?slug=${slug}`, { ip });
    expect(check.body).toMatchObject({
      canVote: false,
      nextVoteAt: first.body.nextVoteAt,
      serverVotes: 1,
      server: { slug },
    });
    const log = await service.stores.votes.readLog(tenant.accountId, null, 1000);
    expect(log.find((entry) => entry.voteId === first.headers['vote-id'])?.via).toBe('hosted');
  });

  test('checks the address that asks; a named one is not looked at', async () => {
    const ip = randomIp();
    await vote({ ip });
    const other = await askSite(`/vote/check?slug=${tenant.server.slug}&ip=${ip}`);
    expect(other.body.canVote).toBe(true);
  });

  test('answers for many servers in one request, in its order', async () => {
    const answer = await askSite(`/vote/checks?server=${tenant.server.slug}&server=nobody&server=${tenant.server.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.results).toMatchObject([
      { requested: tenant.server.slug, canVote: true, server: { id: tenant.server.id } },
      { requested: 'nobody', code: 'server_not_found' },
      { requested: tenant.server.id, canVote: true },
    ]);
  });

  test('a list that was asked for before tells at once of votes, changed servers and such as are gone', async () => {
    const servers = await Promise.all(Array.from({ length: 4 }, () => tenant.addServer()));
    const [first, second, third, fourth] = servers;
    const slugs = servers.map(({ id }, at) => (at % 2 === 0 ? id.toUpperCase() : (servers[at]?.slug ?? '')));
    const list = `/vote/checks?${slugs.map((slug) => `server=${slug}`).join('&')}&note=${'x'.repeat(200)}`;
    const ip = randomIp();
    const resultsOf = async () => (await askSite(list, { ip })).body.results;
    const open = servers.map(({ id }, at) => ({ requested: slugs[at], canVote: true, serverVotes: 0, server: { id } }));
    for (let time = 0; time < 2; time += 1) expect(await resultsOf()).toMatchObject(open);
    await askSite('/vote', { method: 'POST', body: { serverId: first!.id }, ip });
    await updateServer(service.stores.directory, second!, { name: 'Renamed' });
    await deleteServer(service.stores.directory, third!.id);
    for (let time = 0; time < 2; time += 1) {
      expect(await resultsOf()).toMatchObject([
        { canVote: false, serverVotes: 1 },
        { canVote: true, server: { name: 'Renamed' } },
        { requested: slugs[2], code: 'server_not_found' },
        { canVote: true, server: { id: fourth!.id } },
      ]);
    }
  });

  test.each([
    ['none', ''],
    ['null', 'null'],
    ['a foreign one', 'https://evil.example'],
    ['a subdomain', 'https://a.shop.example'],
    ['another scheme', 'http://shop.example'],
    ['another port', 'https://shop.example:8443'],
    ['a longer name', 'https://shop.example.evil.example'],
    ['another case', 'https://SHOP.example'],
  ])('refuses a vote from %s, readably, and counts nothing', async (_name, origin) => {
    const ip = randomIp();
    const answer = await vote({ ip, headers: { Origin: origin } });
    expect(answer.body).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    expect(answer.headers.vary).toMatch(/Origin/);
    expect(answer.headers['access-control-allow-origin']).toBe(origin === '' ? undefined : origin);
    expect((await askSite(`/vote/check?slug=${tenant.server.slug}`, { ip })).body.canVote).toBe(true);
  });

  test("takes the service's own origin", async () => {
    expect((await vote({ headers: { Origin: SELF } })).status).toBe(200);
  });

  test.each([
    ['', undefined, 200],
    ['', 'same-origin', 200],
    ['', 'none', 200],
    ['', 'cross-site', 403],
    ['https://evil.example', undefined, 403],
    ['null', undefined, 403],
    [ORIGIN, 'cross-site', 200],
  ])('a check with the origin %j and Sec-Fetch-Site %j is %i', async (origin, fetchSite, status) => {
    const headers = { Origin: origin, ...(fetchSite === undefined ? {} : { 'Sec-Fetch-Site': fetchSite }) };
    expect((await askSite(`/vote/check?slug=${tenant.server.slug}`, { headers })).status).toBe(status);
  });

  test('answers a preflight for its own origins and for no other', async () => {
    const headers = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' };
    const own = await askSite('/vote', { method: 'OPTIONS', headers });
    expect(own.status).toBe(204);
    expect(own.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-headers': 'Content-Type',
    });
    expect(own.headers['access-control-allow-credentials']).toBeUndefined();
    const foreign = await askSite('/vote', {
      method: 'OPTIONS',
      headers: { ...headers, Origin: 'https://evil.example' },
    });
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
    expect(foreign.headers.vary).toMatch(/Origin/);
  });

  test('an unknown site is 404', async () => {
    const answer = await ask(`${service.url}/sites/site_none/vote`, {
      method: 'POST',
      body: {},
      headers: { Origin: ORIGIN },
    });
    expect(answer.body).toMatchObject({ status: 404, code: 'site_not_found' });
    const check = await ask(`${service.url}/sites/site_none/vote/check?slug=a`);
    expect(check.body.code).toBe('site_not_found');
    const checks = await ask(`${service.url}/sites/site_none/vote/checks?server=a`);
    expect(checks.body.code).toBe('site_not_found');
  });

  test.each([
    ['405', '/vote', { method: 'GET' }, 'method_not_allowed'],
    ['415', '/vote', { body: 'x', headers: { 'Content-Type': 'text/plain' } }, 'unsupported_media_type'],
    ['413', '/vote', { body: { slug: 'x'.repeat(5000) } }, 'payload_too_large'],
    ['400', '/vote', { body: {} }, 'server_required'],
    ['400', '/vote', { body: { slug: '' } }, 'invalid_request'],
    ['404', '/vote', { body: { slug: 'nobody' } }, 'server_not_found'],
  ])('answers %s to %s with CORS, so that the page can read it', async (status, path, options, code) => {
    const answer = await askSite(path, { method: 'POST', ...options });
    expect(answer.body).toMatchObject({ status: Number(status), code });
    expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN);
  });

  test('bad checks are 400, 403 and 404 that name the member', async () => {
    const other = await createTenant(service);
    expect((await askSite('/vote/check')).body.code).toBe('server_required');
    expect((await askSite('/vote/check?slug=nobody')).body.code).toBe('server_not_found');
    expect((await askSite(`/vote/check?serverId=${other.server.id}`)).body.code).toBe('server_not_allowed');
    expect((await vote({ body: { serverId: other.server.id } })).body.code).toBe('server_not_allowed');
    expect((await askSite('/vote/checks')).body.errors).toMatchObject([{ parameter: 'server' }]);
    const foreign = await askSite('/vote/checks?server=a', { headers: { Origin: 'https://evil.example' } });
    expect(foreign.body.code).toBe('origin_not_allowed');
  });

  test('its 31st vote in a minute is 429 with a readable wait', async () => {
    const busy = await createTenant(service);
    const answers = await Promise.all(
      Array.from({ length: 31 }, () =>
        ask(`${service.url}/sites/${busy.site.id}/vote`, {
          method: 'POST',
          body: { slug: busy.server.slug },
          headers: { Origin: ORIGIN, 'X-Forwarded-For': randomIp() },
        }),
      ),
    );
    const [refused] = answers.filter((answer) => answer.body.code === 'rate_limited');
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(30);
    expect(refused?.headers['retry-after']).toBe('60');
    expect(refused?.headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(refused?.headers['access-control-expose-headers']).toMatch(/Retry-After/);
    expect(refused?.body.now).toBe(new Date(service.clock.nowMs).toISOString());
  });

  test('one visitor may try 30 votes and ask 120 times a minute, and takes nothing from others', async () => {
    const ip = randomIp();
    const votes = await Promise.all(Array.from({ length: 31 }, () => vote({ ip, body: { slug: 'nobody' } })));
    expect(votes.filter((answer) => answer.body.code === 'too_many_requests')).toHaveLength(1);
    const path = `/vote/check?slug=${tenant.server.slug}`;
    const list = `/vote/checks?server=${tenant.server.slug}`;
    const reads = await Promise.all(Array.from({ length: 120 }, () => askSite(path, { ip })));
    expect(reads.every((answer) => answer.status === 200)).toBe(true);
    expect((await askSite(path, { ip })).status).toBe(429);
    expect((await askSite(list, { ip })).status).toBe(429);
    expect((await askSite(path)).status).toBe(200);
  });

  test('the key of the account is in no answer and in no log', async () => {
    expect(service.logLines.join('\n')).not.toContain(tenant.key);
    expect((await vote()).text).not.toContain(tenant.key);
    expect((await vote()).text).not.toContain(tenant.site.keyId);
  });
});
