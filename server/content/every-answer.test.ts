import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyText } from '../accounts/key-format.ts';
import {
  importRecords,
  newBadge,
  newCategory,
  newGame,
  newPost,
  newResource,
  newTeam,
  newUser,
} from '../store/suites/content-builders.ts';
import { ask } from '../testing/api-client.ts';
import { createReader } from '../testing/content-tenant.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { createTenant } from '../testing/tenant.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const game = newGame();
const category = newCategory({ game });
const resource = newResource({ game, category: { id: category.id, name: category.name, slug: category.slug } });
const team = newTeam({ members: [], games: [game] });
const user = newUser();
const post = newPost();
const badge = newBadge();

const CARDS = [
  '/v1/resources',
  `/v1/resources/${resource.id}`,
  `/v1/resources/slug/${resource.slug}`,
  '/v1/categories',
];
const ADDRESSES = [
  ...CARDS,
  '/v1/teams',
  `/v1/teams/${team.id}`,
  `/v1/teams/slug/${team.slug}`,
  `/v1/users/username/${encodeURIComponent(user.username)}`,
  '/v1/blog',
  `/v1/blog/${post.slug}`,
  '/v1/badges',
  `/v1/badges/${badge.id}`,
  `/v1/categories/${category.id}`,
  `/v1/categories/slug/${category.slug}`,
];

describe('each content address', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ env: { CONTENT_PER_MINUTE: '2' } });
    const { content } = service.stores;
    await importRecords(content, 'games', [game]);
    await importRecords(content, 'categories', [category]);
    await importRecords(content, 'resources', [resource]);
    await importRecords(content, 'teams', [team]);
    await importRecords(content, 'users', [user]);
    await importRecords(content, 'blog', [post]);
    await importRecords(content, 'badges', [badge]);
  });
  afterAll(() => service.close());

  test.each(ADDRESSES)('%s answers 200, then 304 to whom has it, then 429 when the quota is spent', async (path) => {
    const reader = await createReader(service);
    const first = await reader.get(path);
    expect(first.status).toBe(200);
    const again = await reader.get(path, { 'If-None-Match': first.headers.etag! });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    expect((await reader.get(path)).body).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  test.each(['/v1/teams/slug/%E0%A4', '/v1/blog/%E0%A4', '/v1/users/username/%E0%A4', '/v1/resources/slug/%E0%A4'])(
    '%s is 400: its path is no UTF-8',
    async (path) => {
      const reader = await createReader(service);
      expect((await reader.get(path)).body).toMatchObject({ status: 400, code: 'invalid_request' });
    },
  );
});

describe('each content address while Redis is away', () => {
  let redis: RedisServer;
  let service: TestService;
  let siteId: string;
  beforeAll(async () => {
    redis = await startRedisServer();
    service = await startTestService({ redisUrl: redis.url });
    siteId = (await createTenant(service)).site.id;
    await redis.stop();
  });
  afterAll(async () => {
    await service.close();
    await redis.close();
  });

  test.each(ADDRESSES)('%s is 503 for a key that nobody remembers', async (path) => {
    const answer = await ask(service.url + path, { headers: { 'X-API-KEY': createKeyText('user') } });
    expect(answer.body).toMatchObject({ status: 503, code: 'store_unavailable' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test.each(CARDS)('%s is 503 for a site that nobody remembers', async (path) => {
    const headers = { Origin: 'https://shop.example' };
    const answer = await ask(`${service.url}/sites/${siteId}${path}`, { headers });
    expect(answer.body).toMatchObject({ status: 503, code: 'store_unavailable' });
  });
});
