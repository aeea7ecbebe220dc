import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importRecords, newCategory, newGame, newResource } from '../store/suites/content-builders.ts';
import { type Answer, type AskOptions, ask } from '../testing/api-client.ts';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import { type OwnSite, startOwnSite } from '../testing/own-site.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

const ORIGIN = 'https://shop.example';
const tide = newGame({ slug: 'tide' });
const light = newCategory({ slug: 'light', game: tide });
const summary = { id: light.id, name: light.name, slug: light.slug };
const lamps = Array.from({ length: 5 }, (_, index) =>
  newResource({
    slug: `lamp-${index}`,
    game: tide,
    category: summary,
    description: 'Light for the sea. '.repeat(80),
    createdAt: `2026-01-0${5 - index}T00:00:00.000Z`,
  }),
);

describeOnStores('the content of cards', (use) => {
  let service: TestService;
  let tenant: Tenant;
  let line: FaultProxy;
  let own: OwnSite;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
    const { content } = service.stores;
    await importRecords(content, 'games', [tide]);
    await importRecords(content, 'categories', [light]);
    await importRecords(content, 'resources', lamps);
    const voteKey = (await tenant.addKey({ attest: true })).key;
    const userKey = (await tenant.addKey({ kind: 'user' })).key;
    line = await startFaultProxy({ host: '127.0.0.1', port: service.port });
    const upstream = `http://127.0.0.1:${line.port}`;
    own = await startOwnSite({ upstream, voteKey, userKey, nowMs: () => service.clock.nowMs });
  });
  afterAll(async () => {
    await own.close();
    await line.close();
  });

  type Look = (path: string, options?: AskOptions & { ip?: string }) => Promise<Answer>;
  const hosted: Look = (path, { ip = randomIp(), headers, ...rest } = {}) =>
    ask(`${service.url}/sites/${tenant.site.id}${path}`, {
      ...rest,
      headers: { Origin: ORIGIN, 'X-Forwarded-For': ip, ...headers },
    });
  const ownSite: Look = (path, options) => own.ask(path, options);

  describe.each<[string, Look, string]>([
    ['of a hosted site', hosted, 'sites/'],
    ["of a website's own proxy", ownSite, 'server-vote'],
  ])('%s', (_name, look, base) => {
    test('is what the content interface says, without a key and for any cache', async () => {
      const one = await look('/v1/resources/slug/lamp-0');
      expect(one.status).toBe(200);
      expect(one.body).toEqual(lamps[0]);
      expect(one.headers).toMatchObject({
        'cache-control': 'public, max-age=60',
        vary: 'Origin, Accept-Encoding',
        'content-version': '3',
        'x-content-type-options': 'nosniff',
      });
      expect(one.headers['x-ratelimit-limit']).toBeUndefined();
      expect((await look(`/v1/resources/${lamps[1]?.id}`)).body).toEqual(lamps[1]);
      expect((await look('/v1/resources/slug/lamp-2?gameSlug=tide')).body).toEqual(lamps[2]);
      expect((await look('/v1/categories?gameSlug=tide')).body).toEqual({ categories: [light] });
    });

    test('has pages whose Link stays on the site and can be followed to the end', async () => {
      const first = await look('/v1/resources?limit=2&gameSlug=tide&categorySlug=light');
      expect(first.body).toMatchObject({ resources: [lamps[0], lamps[1]], total: 5, page: 1, limit: 2, totalPages: 3 });
      const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.link ?? '') ?? [];
      expect(next).toContain(base);
      const path = next.slice(next.indexOf('/v1/'));
      expect((await look(path)).body.resources).toEqual([lamps[2], lamps[3]]);
    });

    test('is 304 for who has it', async () => {
      const { headers } = await look('/v1/resources/slug/lamp-0');
      const again = await look('/v1/resources/slug/lamp-0', { headers: { 'If-None-Match': String(headers.etag) } });
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
      expect(again.headers.etag).toBe(headers.etag);
    });

    test('is refused for what is not there, not valid, or asked from elsewhere, in words a page can read', async () => {
      const missing = await look('/v1/resources/slug/nothing');
      expect(missing.body).toMatchObject({ status: 404, code: 'resource_not_found' });
      expect(missing.headers['access-control-allow-origin']).toBeDefined();
      expect((await look('/v1/resources?limit=none')).body).toMatchObject({
        status: 400,
        errors: [{ parameter: 'limit' }],
      });
      const foreign = await look('/v1/resources', { headers: { Origin: 'https://evil.example' } });
      expect(foreign.body.code).toBe('origin_not_allowed');
      expect((await look('/v1/users/username/anybody')).body.code).toBe('not_found');
    });

    test('is limited to 120 reads a minute for each visitor', async () => {
      const ip = randomIp();
      const many = await Promise.all(Array.from({ length: 125 }, () => look('/v1/resources/slug/lamp-0', { ip })));
      expect(many.filter((answer) => answer.status === 200)).toHaveLength(120);
      expect((await look('/v1/resources/slug/lamp-0')).status).toBe(200);
    });
  });

  test('unknown sites and failures of each kind are documented answers of a hosted site', async () => {
    const paths = ['/v1/resources', `/v1/resources/${lamps[0]?.id}`, '/v1/resources/slug/lamp-0', '/v1/categories'];
    const ip = randomIp();
    for (const path of paths) {
      expect((await ask(`${service.url}/sites/site_none${path}`)).body.code).toBe('site_not_found');
      expect((await hosted(path, { headers: { Origin: 'null' } })).body.code).toBe('origin_not_allowed');
      expect((await hosted(`${path}?gameSlug=`)).status).toBe(path.includes(String(lamps[0]?.id)) ? 200 : 400);
    }
    expect((await hosted('/v1/resources/not-an-id')).status).toBe(400);
    expect((await hosted(`/v1/resources/${light.id}`)).body.code).toBe('resource_not_found');
    for (let count = 0; count < 121; count += 1) await hosted('/v1/categories', { ip });
    for (const path of paths) expect((await hosted(path, { ip })).status).toBe(429);
    for (const path of paths) {
      const { headers } = await hosted(path);
      expect((await hosted(path, { headers: { 'If-None-Match': String(headers.etag) } })).status).toBe(304);
    }
  });

  test("a website's own proxy asks the service once a minute, and shows the last answer while it is away", async () => {
    const path = '/v1/resources/slug/lamp-4';
    const asked = () =>
      service.logLines.filter((text) => JSON.parse(text).route === '/v1/resources/slug/{slug}').length;
    const before = asked();
    const many = await Promise.all(Array.from({ length: 30 }, () => own.ask(path)));
    expect(many.every((answer) => answer.status === 200)).toBe(true);
    await expect.poll(asked).toBe(before + 1);
    service.clock.advance(59_999);
    await own.ask(path);
    expect(asked()).toBe(before + 1);
    service.clock.advance(1);
    expect((await own.ask(path)).body).toEqual(lamps[4]);
    await expect.poll(asked).toBe(before + 2);
    line.stall();
    service.clock.advance(120_000);
    expect((await own.ask(path)).body).toEqual(lamps[4]);
    expect((await own.ask('/v1/resources/slug/lamp-never-asked')).body.code).toBe('upstream_unavailable');
    line.heal();
  });
});
