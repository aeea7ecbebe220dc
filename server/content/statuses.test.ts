import { beforeAll, describe, expect, test } from 'vitest';
import { contentEndpoints } from '../../contract/content.ts';
import {
  importRecords,
  newBadge,
  newCategory,
  newPost,
  newResource,
  newTeam,
  newUser,
} from '../store/suites/content-builders.ts';
import { createReader, type Reader } from '../testing/content-tenant.ts';
import { startRedisServer } from '../testing/redis-server.ts';
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

describe('each address of the content while Redis is away', () => {
  test('answers 503 when nobody has asked it before, and what it answered then when somebody has', async () => {
    const redis = await startRedisServer();
    const service = await startTestService({ redisUrl: redis.url });
    await fill(service);
    const reader = await createReader(service);
    const [asked = '', ...rest] = ADDRESSES;
    const before = await reader.get(asked);
    await redis.kill();
    for (const path of rest) {
      expect(await reader.get(path)).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
    }
    expect(await reader.get(asked)).toMatchObject({ status: 200, text: before.text });
    expect(await reader.get(`${asked}?page=2`)).toMatchObject({ status: 503 });
    await service.close();
    await redis.close();
  });
});
