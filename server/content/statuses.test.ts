import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentEndpoints } from '../../contract/content.ts';
import { createKeyText } from '../accounts/key-format.ts';
import {
  importRecords,
  newBadge,
  newCategory,
  newPost,
  newResource,
  newTeam,
  newUser,
} from '../store/suites/content-builders.ts';
import { ask } from '../testing/api-client.ts';
import { createReader, type Reader } from '../testing/content-tenant.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { createTenant } from '../testing/tenant.ts';
import { describeOnStores, startTestService, type TestService } from '../testing/test-service.ts';

const resource = newResource();
const team = newTeam();
const user = newUser();
const post = newPost();
const badge = newBadge();
const category = newCategory();

/** An address of each endpoint that has an answer. */
const ADDRESSES: readonly string[] = contentEndpoints.map(({ path }) => {
  const [, , collection = ''] = path.split('/');
  const records: Record<string, { id: string; slug?: string }> = {
    resources: resource,
    teams: team,
    blog: post,
    badges: badge,
  };
  const record = records[collection] ?? category;
  return path
    .replace('{id}', record.id)
    .replace('{slug}', record.slug ?? '')
    .replace('{username}', user.username);
});

async function fill(service: TestService): Promise<void> {
  const { content } = service.stores;
  await importRecords(content, 'resources', [resource]);
  await importRecords(content, 'teams', [team]);
  await importRecords(content, 'users', [user]);
  await importRecords(content, 'blog', [post]);
  await importRecords(content, 'badges', [badge]);
  await importRecords(content, 'categories', [category]);
}

describeOnStores('each address of the content', (use) => {
  let reader: Reader;
  let service: TestService;

  beforeAll(async () => {
    service = await use.start({ env: { CONTENT_PER_MINUTE: '2' } });
    await fill(service);
  });

  test.each(ADDRESSES)(
    '%s answers 200, then 304 to whoever has it, then 429 to whoever asks too much',
    async (path) => {
      reader = await createReader(service);
      const first = await reader.get(path);
      expect(first.status).toBe(200);
      const again = await reader.get(path, { 'If-None-Match': first.headers.etag ?? '' });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(await reader.get(path)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    },
  );

  test.each(ADDRESSES.filter((path) => path.split('/').length > 3))(
    '%s answers 400 when it is no UTF-8',
    async (path) => {
      reader = await createReader(service);
      const broken = `${path.slice(0, path.lastIndexOf('/'))}/%ff`;
      expect(await reader.get(broken)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    },
  );
});

describe('the content while Redis is away', () => {
  let redis: RedisServer;
  let service: TestService;
  let siteId: string;
  let known: Reader;
  let asked: Awaited<ReturnType<Reader['get']>>;

  beforeAll(async () => {
    redis = await startRedisServer();
    service = await startTestService({ redisUrl: redis.url });
    await fill(service);
    siteId = (await createTenant(service)).site.id;
    known = await createReader(service);
    asked = await known.get('/v1/resources');
    await redis.kill();
  });
  afterAll(async () => {
    await service.close();
    await redis.close();
  });

  test.each(ADDRESSES.filter((path) => path !== '/v1/resources'))(
    '%s is 503 when nobody has asked it before, and for a key that nobody remembers',
    async (path) => {
      const unknown = await ask(service.url + path, { headers: { 'X-API-KEY': createKeyText('user') } });
      for (const answer of [await known.get(path), unknown]) {
        expect(answer.body).toMatchObject({ status: 503, code: 'store_unavailable' });
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      }
    },
  );

  test('what was answered before is answered still', async () => {
    expect(await known.get('/v1/resources')).toMatchObject({ status: 200, text: asked.text });
    expect(await known.get('/v1/resources?page=2')).toMatchObject({ status: 503 });
  });

  test.each(ADDRESSES.filter((path) => /^\/v1\/(resources|categories$)/.test(path)))(
    '%s is 503 for a site that nobody remembers',
    async (path) => {
      const headers = { Origin: 'https://shop.example' };
      const answer = await ask(`${service.url}/sites/${siteId}${path}`, { headers });
      expect(answer.body).toMatchObject({ status: 503, code: 'store_unavailable' });
    },
  );
});
