import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type AskOptions, send } from '../testing/api-client.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, startTestService, type TestService } from '../testing/test-service.ts';
import { renderHostedFault } from './hosted-fault.ts';
import { describeMoment } from './hosted-words.ts';

const SELF = 'https://votes.example.com';
const FORM = 'application/x-www-form-urlencoded';

describeOnStores('the hosted page', (use) => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
  });

  const path = (slug = tenant.server.slug, site = tenant.site.id) => `/s/${site}/${encodeURIComponent(slug)}`;

  function open(options: AskOptions & { ip?: string; at?: string } = {}): Promise<Answer> {
    const { ip = randomIp(), at = path(), headers, ...rest } = options;
    return send(`${service.url}${at}`, { ...rest, headers: { 'X-Forwarded-For': ip, ...headers } });
  }

  function submit(options: AskOptions & { ip?: string; at?: string; origin?: string } = {}): Promise<Answer> {
    const { origin = SELF, body = '', headers, ...rest } = options;
    const sent = { 'Content-Type': FORM, ...(origin === '' ? {} : { Origin: origin }), ...headers };
    return open({ method: 'POST', body, headers: sent, ...rest });
  }

  test('shows the server, the element, and a form that needs no script', async () => {
    const server = await tenant.addServer({ name: 'Aurora', description: 'Calm islands', image: '/demo/a.svg' });
    const { status, text, headers } = await open({ at: path(server.slug), headers: { 'Accept-Language': 'de-AT,en' } });
    expect(status).toBe(200);
    expect(text).toContain('<h1 dir="auto">Aurora</h1>');
    expect(text).toContain('Calm islands</p>');
    expect(text).toContain('<img src="https://votes.example.com/demo/a.svg" alt="" width="96" height="96">');
    expect(text).toContain(`<server-vote site="${tenant.site.id}" server="${server.slug}" size="large" lang="de-AT">`);
    expect(text).toContain(`<form method="post" action="${path(server.slug)}">`);
    expect(text).toContain('<p class="votes">0 votes</p>');
    expect(text).toContain('One vote for each network in 12 hours.');
    expect(text).not.toContain('name="username"');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toContain("script-src 'self';style-src 'self';");
    expect(headers['content-security-policy']).toContain("form-action 'self';base-uri 'none';frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("img-src 'self' data: https://votes.example.com;");
  });

  test('can be shared: absolute addresses, a title, a summary and a picture', async () => {
    const server = await tenant.addServer({
      name: 'Aurora',
      description: `${'long '.repeat(60)}`,
      image: 'https://cdn.example/a.png',
      slug: '千禧年',
    });
    const { text } = await open({ at: path(server.slug) });
    const address = `${SELF}${path(server.slug)}`;
    expect(text).toContain(`<link rel="canonical" href="${address}">`);
    expect(text).toContain(`<meta property="og:url" content="${address}">`);
    expect(text).toContain('<meta property="og:title" content="Vote for Aurora">');
    expect(text).toContain('<meta property="og:image" content="https://cdn.example/a.png">');
    expect(text).toContain('<meta name="twitter:card" content="summary">');
    expect(/<meta property="og:description" content="([^"]*)">/.exec(text)?.[1]).toHaveLength(200);
  });

  test('counts the vote of its form once in 12 hours, and says when the next one is', async () => {
    const ip = randomIp();
    const server = await tenant.addServer();
    const at = path(server.slug);
    const first = await submit({ ip, at });
    expect([first.status, first.headers.location, first.text]).toEqual([303, `${at}?vote=counted`, '']);
    const after = await open({ ip, at: `${at}?vote=counted` });
    const next = new Date(service.clock.nowMs + 43_200_000).toISOString();
    expect(after.text).toContain('Thank you, your vote was counted.');
    expect(after.text).toContain(`<time datetime="${next}">`);
    expect(after.text).toContain(' UTC, in 12 hours</time>');
    expect(after.text).toContain('1 vote<');
    expect(after.text).not.toContain('<form');
    const second = await submit({ ip, at });
    expect([second.status, second.headers.location]).toEqual([303, at]);
    expect((await open({ ip, at })).text).toContain('Your network has already voted.');
    expect((await open({ at })).text).toContain('1 vote<');
  });

  test('thanks nobody who has not voted, whatever the link says', async () => {
    const { text } = await open({ at: `${path()}?vote=counted` });
    expect(text).not.toContain('Thank you');
    expect(text).toContain('<form');
  });

  test.each([
    ['none', ''],
    ['null', 'null'],
    ['another website', 'https://evil.example'],
    ["one of the site's own websites", 'https://shop.example'],
    ['another scheme', 'http://votes.example.com'],
  ])('a form with the origin %s counts nothing', async (_name, origin) => {
    const ip = randomIp();
    const answer = await submit({ ip, origin });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('This vote came from another website');
    expect((await open({ ip })).text).toContain('<form');
  });

  test('a form that the browser calls cross-site counts nothing, whatever its origin says', async () => {
    const ip = randomIp();
    const status = async (fetchSite: string) => (await submit({ ip, headers: { 'Sec-Fetch-Site': fetchSite } })).status;
    expect(await status('cross-site')).toBe(403);
    expect((await open({ ip })).text).toContain('<form');
    expect(await status('same-origin')).toBe(303);
  });

  test("takes a form from the host of one of the site's own origins, where the service is reached by it", async () => {
    const headers = { Host: 'shop.example' };
    expect((await submit({ origin: 'https://shop.example', headers })).status).toBe(303);
  });

  test('asks for a name where the site does, keeps it with the vote, and refuses what is none', async () => {
    const asking = await createTenant(service);
    await service.stores.directory.saveSite({ ...asking.site, askUsername: true });
    const at = path(asking.server.slug, asking.site.id);
    const ip = randomIp();
    expect((await open({ at })).text).toMatch(
      /ask-username>.*<input id="username" name="username" class="text-field" required/s,
    );
    const empty = await submit({ ip, at, body: 'username=+' });
    expect(empty.status).toBe(400);
    expect(empty.text).toContain('Your name must have 1 to 64 characters.');
    const hostile = await submit({ ip, at, body: `username=${encodeURIComponent('"><script>\u0007')}` });
    expect(hostile.text).toContain('value="&quot;&gt;&lt;script&gt;\u0007"');
    expect((await submit({ ip, at, body: 'username=mirelle' })).status).toBe(303);
    const log = await service.stores.votes.readLog(asking.accountId, null, 10);
    expect(log).toMatchObject([{ username: 'mirelle', via: 'hosted' }]);
  });

  test('keeps no name where the site does not ask for one', async () => {
    const own = await createTenant(service);
    expect((await submit({ at: path(own.server.slug, own.site.id), body: 'username=mirelle' })).status).toBe(303);
    expect(await service.stores.votes.readLog(own.accountId, null, 10)).toMatchObject([{ username: null }]);
  });

  test('is markup that no name or description breaks out of, and no picture is script', async () => {
    const server = await tenant.addServer({
      name: '<script>alert(1)</script> "A" & B',
      description: '</p><img src=x onerror=alert(1)>\u202e',
      image: 'javascript:alert(1)',
    });
    const { text } = await open({ at: path(server.slug) });
    expect(text).not.toMatch(/<script>|<img|onerror=alert\(1\)>|javascript:/);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;A&quot; &amp; B');
  });

  test.each([
    ['an unknown server', '/s/{site}/nobody', 'There is no such server'],
    ['an unknown site', '/s/site_none/nobody', 'There is no such page'],
  ])('says in plain words that there is %s', async (_name, address, title) => {
    for (const ask of [open, submit]) {
      const { status, text, headers } = await ask({ at: address.replace('{site}', tenant.site.id) });
      expect(status).toBe(404);
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
  });

  test("a server of another account is none of this site's", async () => {
    const other = await createTenant(service);
    expect((await open({ at: path(other.server.slug) })).status).toBe(404);
  });

  test('says so when the site has spent its votes of the minute, and keeps the name', async () => {
    const busy = await createTenant(service);
    await service.stores.directory.saveSite({ ...busy.site, votesPerMinute: 1, askUsername: true });
    const at = path(busy.server.slug, busy.site.id);
    expect((await submit({ at, body: 'username=first' })).status).toBe(303);
    const refused = await submit({ at, body: 'username=second' });
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.text).toContain('Your vote was not counted yet: try again in 60 seconds.');
    expect(refused.text).toContain('value="second"');
  });

  test('shares the tries of a minute with the votes of the element', async () => {
    const ip = randomIp();
    const headers = { Origin: SELF, 'X-Forwarded-For': ip };
    const address = `${service.url}/sites/${tenant.site.id}/vote`;
    for (let count = 0; count < 30; count++) await send(address, { method: 'POST', body: { slug: 'nobody' }, headers });
    const { status, text } = await submit({ ip });
    expect(status).toBe(429);
    expect(text).toContain('Too many tries');
  });

  test('takes forms only: other bodies are refused, and so are other methods', async () => {
    expect((await submit({ headers: { 'Content-Type': 'application/json' }, body: '{}' })).status).toBe(415);
    expect((await submit({ body: `username=${'x'.repeat(5000)}` })).status).toBe(413);
    const deleted = await open({ method: 'DELETE' });
    expect([deleted.status, deleted.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });

  test('has no key in it', async () => {
    const { text } = await open();
    expect(text).not.toContain(tenant.site.keyId);
    expect(text).not.toContain(tenant.key);
  });
});

describe('the hosted page without its store on Redis', () => {
  test('says in plain words that votes cannot be counted, and when to try again', async () => {
    const redis: RedisServer = await startRedisServer();
    const service = await startTestService({ redisUrl: redis.url, realClock: { aheadMs: 0 } });
    const tenant = await createTenant(service);
    const address = `${service.url}/s/${tenant.site.id}/${tenant.server.slug}`;
    expect((await send(address)).status).toBe(200);
    redis.pause();
    const form = { method: 'POST', body: '', headers: { Origin: SELF, 'Content-Type': FORM } };
    for (const options of [{}, form]) {
      const { status, text, headers } = await send(address, options);
      expect(status).toBe(503);
      expect(text).toContain('Votes cannot be counted right now');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    redis.resume();
    await service.close();
    await redis.close();
  });
});

test('a fault of an address with markup in it stays text', () => {
  const html = renderHostedFault('origin_not_allowed', '/s/site_1/"><b>', undefined);
  expect(html).toContain('href="/s/site_1/&quot;&gt;&lt;b&gt;"');
});

test('a moment is told to the next full minute, and how far it is away', () => {
  const now = Date.UTC(2026, 10, 27, 22, 0, 20);
  expect(describeMoment(now + 43_200_000, now)).toBe('28 November 2026 at 10:01 UTC, in 12 hours');
  expect(describeMoment(now + 60_001, now)).toBe('27 November 2026 at 22:02 UTC, in 2 minutes');
  expect(describeMoment(now + 3_660_000, now)).toBe('27 November 2026 at 23:02 UTC, in 1 hour 1 minute');
});
