import express, { type RequestHandler } from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSiteProxy } from '../proxy.ts';
import { type AskOptions, send } from '../testing/api-client.ts';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import { type OwnSite, type OwnSiteSetting, startOwnSite } from '../testing/own-site.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

describeOnStores("a website's own proxy", (use) => {
  let service: TestService;
  let tenant: Tenant;
  let key: string;
  let site: OwnSite;
  const sites: OwnSite[] = [];
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
    key = (await tenant.addKey({ attest: true, votesPerMinute: 1000 })).key;
    site = await open();
  });
  afterAll(async () => {
    await Promise.all(sites.map((opened) => opened.close()));
  });

  async function open(setting: Partial<OwnSiteSetting> = {}): Promise<OwnSite> {
    const nowMs = () => service.clock.nowMs;
    const opened = await startOwnSite({ upstream: service.url, voteKey: key, nowMs, ...setting });
    sites.push(opened);
    return opened;
  }

  const vote = (options: AskOptions & { ip?: string } = {}, on = site) =>
    on.ask('/vote', { method: 'POST', body: { slug: tenant.server.slug }, ...options });

  test('counts the vote of the visitor, once, and tells now and the server', async () => {
    const ip = randomIp();
    const first = await vote({ ip, body: { slug: tenant.server.slug, username: 'mirelle' } });
    const { id, slug, name, description, image } = tenant.server;
    const now = new Date(service.clock.nowMs).toISOString();
    const server = { id, slug, name, description, image };
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ success: true, votes: 1, now, server });
    const second = await vote({ ip });
    const { nextVoteAt } = first.body;
    expect(second.body).toMatchObject({
      status: 429,
      code: 'already_voted',
      success: false,
      votes: 1,
      nextVoteAt,
      now,
      server,
    });
    const check = await site.ask(`/vote/check?slug=${slug}`, { ip });
    expect(check.body).toEqual({ canVote: false, nextVoteAt, serverVotes: 1, now, server });
    const list = await site.ask(`/vote/checks?server=${slug}&server=nobody`, { ip });
    expect(list.body.results).toMatchObject([
      { requested: slug, canVote: false, server },
      { code: 'server_not_found' },
    ]);
    const log = await service.stores.votes.readLog(tenant.accountId, null, 1000);
    expect(log.find((entry) => entry.voteId === first.headers['vote-id'])).toMatchObject({
      via: 'attested',
      username: 'mirelle',
    });
    expect(first.headers['x-ratelimit-remaining']).toBe('999');
  });

  test('shows the badge of a server, and says so in the picture when there is none', async () => {
    const server = await tenant.addServer();
    const badge = await site.ask(`/badge/${server.slug}.svg`);
    expect(badge.status).toBe(200);
    expect(badge.text).toContain(`<title>${server.name}, votes: 0</title>`);
    const missing = await site.ask('/badge/nobody.svg', { headers: { Accept: 'image/*' } });
    expect([missing.status, missing.headers['content-type']]).toEqual([404, 'image/svg+xml; charset=utf-8']);
  });

  test('works behind a body parser of the app, and leaves the rest of the app alone', async () => {
    const parsed = await open({ before: [express.json()] });
    expect((await vote({}, parsed)).status).toBe(200);
    expect((await vote({ body: '[]', headers: { 'Content-Type': 'application/json' } }, parsed)).body.code).toBe(
      'invalid_request',
    );
    expect((await send(`${parsed.url}/`)).text).toBe('the website');
    expect((await parsed.ask('/nothing')).body).toMatchObject({
      status: 404,
      code: 'not_found',
      instance: '/server-vote/nothing',
    });
  });

  test.each([
    ['JSON and forms', [express.json(), express.urlencoded({ extended: true })]],
    ['bytes', [express.raw({ type: '*/*' })]],
    ['text', [express.text({ type: '*/*' })]],
  ])('behind parsers of %s it takes the same bodies as without one', async (_kind, parsers) => {
    const parsed = await open({ before: parsers });
    const { slug } = tenant.server;
    const as = (type: string, body: string) => vote({ body, headers: { 'Content-Type': type } }, parsed);
    expect((await as('application/json', JSON.stringify({ slug }))).status).toBe(200);
    expect((await as('application/json', '')).body.code).toBe('server_required');
    expect((await as('application/json', '[]')).body.code).toBe('invalid_request');
    expect((await as('application/x-www-form-urlencoded', `slug=${slug}`)).status).toBe(415);
    expect((await as('text/plain', JSON.stringify({ slug }))).status).toBe(415);
    const long = JSON.stringify({ slug, filler: 'x'.repeat(5000) });
    expect((await as('application/json', long)).status).toBe(413);
  });

  test('keeps what the app says before it, and adds the origin to what answers depend on', async () => {
    const saying: RequestHandler = (_req, res, next) => {
      next(void res.vary('Cookie').set('X-Frame-Options', 'DENY'));
    };
    const opened = await open({ before: [saying] });
    const asked = [vote({}, opened), opened.ask('/vote/check?slug=nobody'), opened.ask('/vote', { method: 'OPTIONS' })];
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 204]);
    const said = { vary: 'Cookie, Origin', 'x-frame-options': 'DENY', 'access-control-allow-origin': opened.url };
    for (const { headers } of answers) expect(headers).toMatchObject(said);
  });

  test('tells of an IPv6 visitor only the prefix that is one voter', async () => {
    await vote({ ip: '2001:db8:77:1:aaaa::1' });
    expect((await vote({ ip: '2001:db8:77:1:bbbb::2' })).body.code).toBe('already_voted');
    const check = await tenant.check({ slug: tenant.server.slug, ip: '2001:db8:77:1::' });
    expect(check.body.canVote).toBe(false);
  });

  test.each([
    ...['https://evil.example', 'null', 'http://127.0.0.1', 'https://127.0.0.1.evil.example'],
    ...['chrome-extension://{host}', 'http://{host}/page', 'http://user@{host}'],
  ])('without a list of origins a page from %s is foreign', async (name) => {
    const origin = name.replace('{host}', new URL(site.url).host);
    expect((await vote({ headers: { Origin: origin } })).body).toMatchObject({
      status: 403,
      code: 'origin_not_allowed',
    });
  });

  test('with a list of origins only those are its own', async () => {
    const listed = await open({ origins: ['https://shop.example'] });
    expect((await vote({ headers: { Origin: 'https://shop.example' } }, listed)).status).toBe(200);
    expect((await vote({}, listed)).body.code).toBe('origin_not_allowed');
  });

  test('passes on what a page can do something with', async () => {
    expect((await vote({ body: { slug: 'nobody' } })).body).toMatchObject({ status: 404, code: 'server_not_found' });
    await tenant.addServer({ name: 'Twin' });
    await tenant.addServer({ name: 'Twin' });
    const ambiguous = await vote({ body: { name: 'Twin' } });
    expect(ambiguous.body.candidates).toHaveLength(2);
    const busy = await open({ voteKey: (await tenant.addKey({ attest: true, votesPerMinute: 1 })).key });
    expect((await vote({}, busy)).status).toBe(200);
    const refused = await vote({}, busy);
    expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 60 });
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.headers['access-control-allow-origin']).toBe(busy.url);
  });

  test('a key without attestation, revoked or unknown is the operator to tell, without the key', async () => {
    const plain = await open({ voteKey: tenant.key });
    expect((await vote({}, plain)).body).toMatchObject({ status: 503, code: 'proxy_misconfigured' });
    expect((await plain.ask(`/vote/check?slug=${tenant.server.slug}`)).body.code).toBe('proxy_misconfigured');
    expect(plain.faults[0]).toContain('attestation');
    const { key: revoked } = await tenant.addKey({ attest: true, expiresAtMs: service.clock.nowMs });
    const ended = await open({ voteKey: revoked });
    expect((await vote({}, ended)).body.code).toBe('proxy_misconfigured');
    expect([...plain.faults, ...ended.faults].join('\n')).not.toMatch(/vk_/);
  });

  test('behind a proxy that is not trusted it refuses rather than make the world one voter', async () => {
    const untrusting = await open({ trustProxy: 'false' });
    expect((await vote({}, untrusting)).body).toMatchObject({ status: 503, code: 'proxy_not_trusted' });
  });

  test('no key and no address is in anything that a browser or a log gets, whatever it asks', async () => {
    const ip = randomIp();
    const { slug } = tenant.server;
    const foreign = await open({ voteKey: tenant.key });
    const closed = await open({ upstream: 'http://127.0.0.1:9' });
    const answers = [
      ...[
        await vote({ ip }),
        await vote({ ip }),
        await vote({ ip, body: { slug: '' } }),
        await vote({ ip, body: '[' }),
      ],
      await vote({ ip, headers: { 'Content-Type': 'text/plain' } }),
      await vote({ ip, headers: { Origin: 'null' } }),
      await vote({ ip, body: { slug, filler: 'x'.repeat(5000) } }),
      await vote({ ip: `${ip}:80` }),
      ...[await vote({ ip }, foreign), await vote({ ip }, closed)],
      ...(await Promise.all(
        [
          '/vote',
          `/vote/check?slug=${slug}`,
          `/vote/checks?server=${slug}`,
          '/v1/resources',
          `/badge/${slug}.svg`,
          '/no',
        ].map((path) => site.ask(path, { ip })),
      )),
    ];
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set([200, 429, 400, 415, 403, 413, 503, 405, 404]),
    );
    const seen = [
      ...answers.map((answer) => answer.text + JSON.stringify(answer.headers)),
      ...service.logLines,
      ...[site, foreign, closed].flatMap(({ faults }) => faults),
    ].join('\n');
    expect(seen).not.toMatch(/\b[vu]k_\w{8}/);
    expect(seen).not.toContain(ip);
  });

  describe('when the way to the service is bad', () => {
    let line: FaultProxy;
    let far: OwnSite;
    beforeAll(async () => {
      line = await startFaultProxy({ host: '127.0.0.1', port: service.port });
      far = await open({ upstream: `http://127.0.0.1:${line.port}` });
    });
    afterAll(() => line.close());

    test('a stalled service is 503 with Retry-After and CORS in time, and nothing is lost when it is back', async () => {
      const ip = randomIp();
      line.stall();
      const startedAt = performance.now();
      const answer = await vote({ ip }, far);
      expect(performance.now() - startedAt).toBeLessThan(2500);
      expect(answer.body).toMatchObject({ status: 503, code: 'upstream_unavailable' });
      expect(answer.headers['retry-after']).toBe('2');
      expect(answer.headers['access-control-allow-origin']).toBe(far.url);
      line.heal();
      await expect.poll(async () => (await vote({ ip }, far)).status).toBe(200);
    });

    test('a connection that breaks is made anew within the request', async () => {
      expect((await vote({}, far)).status).toBe(200);
      line.cut();
      expect((await vote({}, far)).status).toBe(200);
    });
  });
});

test.each([
  [{ upstream: 'votes.example.com', voteKey: `vk_${'a'.repeat(49)}` }, /^upstream must be/],
  [{ upstream: 'https://votes.example.com/path', voteKey: `vk_${'a'.repeat(49)}` }, /^upstream must be/],
  [{ upstream: 'https://votes.example.com', voteKey: `uk_${'a'.repeat(49)}` }, /^voteKey must be a vote key/],
  [
    { upstream: 'https://votes.example.com', voteKey: `vk_${'a'.repeat(49)}`, origins: ['https://a.example/'] },
    /^origins must/,
  ],
  [
    { upstream: 'https://votes.example.com', voteKey: `vk_${'a'.repeat(49)}`, trustProxy: 'true' },
    /^trustProxy must be/,
  ],
])('%j is refused with the name of the option and the cure', (setting, message) => {
  expect(() => createSiteProxy(setting)).toThrow(message);
});
