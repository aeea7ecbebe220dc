import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentEndpoints } from '../../contract/content.ts';
import type { Collection } from '../store/content-store.ts';
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
import { createReader, type Reader } from '../testing/content-tenant.ts';
import { createTenant, randomIp } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

const tide = newGame({ slug: 'tide' });
const wilds = newGame({ slug: 'wilds' });
const light = newCategory({ slug: 'light', name: 'Light', game: tide });
const lightInWilds = newCategory({ slug: 'light', name: 'Light', game: wilds, createdAt: '2025-01-01T00:00:00.000Z' });
const sound = newCategory({ slug: '声', name: 'Sound', game: tide });
const resource = newResource({
  slug: 'lamp',
  game: tide,
  category: { id: light.id, name: light.name, slug: light.slug },
});
const older = newResource({ slug: 'lamp', game: wilds, createdAt: '2024-05-05T00:00:00.000Z' });
const team = newTeam({ members: [], games: [tide] });
const user = newUser({ username: 'KSP-RO Group/JPLRepo' });
const post = newPost({ publishedAt: '2026-02-02T00:00:00.000Z' });
const draft = newPost({ published: false });
const badge = newBadge({ price: 4.99 });

const RECORDS: readonly (readonly [Collection, readonly object[]])[] = [
  ['games', [tide, wilds]],
  ['categories', [light, sound, lightInWilds]],
  ['resources', [resource, older]],
  ['teams', [team]],
  ['users', [user]],
  ['blog', [draft, post]],
  ['badges', [badge]],
];

/** Every address that answers with one record, and the record. */
const FOUND: readonly (readonly [string, object])[] = [
  [`/v1/resources/${resource.id}`, resource],
  [`/v1/resources/${resource.id.toUpperCase()}`, resource],
  ['/v1/resources/slug/lamp', older],
  ['/v1/resources/slug/lamp?gameSlug=tide', resource],
  ['/v1/resources/slug/lamp?gameSlug=wilds', older],
  [`/v1/teams/${team.id}`, team],
  [`/v1/teams/slug/${team.slug}`, team],
  ['/v1/users/username/KSP-RO%20Group%2FJPLRepo', user],
  [`/v1/blog/${post.slug}`, post],
  [`/v1/badges/${badge.id}`, badge],
  [`/v1/categories/${light.id}`, light],
  ['/v1/categories/slug/light', lightInWilds],
  ['/v1/categories/slug/light?gameSlug=tide', light],
  [`/v1/categories/slug/${encodeURIComponent('声')}`, sound],
];

const MISSING: readonly (readonly [string, string])[] = [
  [`/v1/resources/${randomUUID()}`, 'resource_not_found'],
  [`/v1/resources/${team.id}`, 'resource_not_found'],
  ['/v1/resources/slug/nothing', 'resource_not_found'],
  ['/v1/resources/slug/LAMP', 'resource_not_found'],
  ['/v1/resources/slug/lamp%20', 'resource_not_found'],
  ['/v1/resources/slug/lamp?gameSlug=nothing', 'resource_not_found'],
  ['/v1/resources/slug/%00', 'resource_not_found'],
  [`/v1/resources/slug/${'x'.repeat(9_000)}`, 'resource_not_found'],
  [`/v1/teams/${randomUUID()}`, 'team_not_found'],
  ['/v1/teams/slug/nothing', 'team_not_found'],
  ['/v1/users/username/KSP-RO%20Group', 'user_not_found'],
  ['/v1/users/username/__proto__', 'user_not_found'],
  ['/v1/blog/nothing', 'post_not_found'],
  [`/v1/blog/${draft.slug}`, 'post_not_found'],
  [`/v1/badges/${randomUUID()}`, 'badge_not_found'],
  [`/v1/categories/${randomUUID()}`, 'category_not_found'],
  ['/v1/categories/slug/nothing', 'category_not_found'],
  ['/v1/categories/slug/light?gameSlug=nothing', 'category_not_found'],
];

const UUID_FAULT = 'must be a UUID';
const NUMBER_FAULT = 'must be a whole number, 1 or more';
const BAD: readonly (readonly [string, string, string])[] = [
  ['/v1/resources/12', 'id', UUID_FAULT],
  ...['resources', 'teams', 'categories'].flatMap((collection) =>
    ['slug', 'slug/'].map((rest) => [`/v1/${collection}/${rest}`, 'slug', 'is required'] as const),
  ),
  ['/v1/teams/not-a-uuid', 'id', UUID_FAULT],
  [`/v1/badges/${badge.id}x`, 'id', UUID_FAULT],
  ['/v1/categories/%20', 'id', UUID_FAULT],
  ...['0', '-1', '1.5', 'x', '', ' 1', '1e3', '0x10', '١'].flatMap((text) =>
    ['page', 'limit'].map((name) => [`/v1/resources?${name}=${encodeURIComponent(text)}`, name, NUMBER_FAULT] as const),
  ),
  ['/v1/resources?page=99999999999999999999', 'page', 'is too large'],
  ['/v1/resources?page=1&page=2', 'page', 'must be given once'],
  ['/v1/resources?gameSlug=', 'gameSlug', 'must not be empty'],
  ['/v1/resources?categorySlug=a&categorySlug=a', 'categorySlug', 'must be given once'],
  ['/v1/resources/slug/lamp?gameSlug=', 'gameSlug', 'must not be empty'],
  ['/v1/teams?limit=0', 'limit', NUMBER_FAULT],
  ['/v1/teams?page=x', 'page', NUMBER_FAULT],
  ['/v1/categories?gameSlug=', 'gameSlug', 'must not be empty'],
  ['/v1/categories/slug/light?gameSlug=', 'gameSlug', 'must not be empty'],
];

/** One good address of each endpoint. */
const ADDRESSES: readonly string[] = contentEndpoints.map(({ path }) =>
  path.replace('{id}', randomUUID()).replace('{slug}', 'some').replace('{username}', 'some'),
);

describeOnStores('the content interface', (use) => {
  let service: TestService;
  let reader: Reader;

  beforeAll(async () => {
    service = await use.start();
    reader = await createReader(service);
    for (const [collection, records] of RECORDS) await importRecords(service.stores.content, collection, records);
  });

  test.each(FOUND)('%s is the record that was imported, byte by byte', async (path, record) => {
    const answer = await reader.get(path);
    expect(answer).toMatchObject({ status: 200, text: JSON.stringify(record) });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  test.each(MISSING)('%s is not found', async (path, code) => {
    const answer = await reader.get(path);
    expect(answer).toMatchObject({ status: 404, body: { code, instance: path.split('?')[0] } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each(BAD)('%s is refused with the name of the member', async (path, parameter, detail) => {
    const answer = await reader.get(path);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ parameter, detail }] } });
  });

  test('lists hold what was imported, in their order, wrapped in their name', async () => {
    expect((await reader.get('/v1/resources')).body).toEqual({
      resources: [resource, older],
      total: 2,
      page: 1,
      limit: 20,
      totalPages: 1,
    });
    expect((await reader.get('/v1/teams')).body).toEqual({ teams: [team] });
    expect((await reader.get('/v1/blog')).body).toEqual({ posts: [post] });
    expect((await reader.get('/v1/badges')).body).toEqual({ badges: [badge] });
    const lights = [light, lightInWilds].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect((await reader.get('/v1/categories')).body).toEqual({ categories: [...lights, sound] });
  });

  test('filters narrow alone and together; what nothing has gives an empty page', async () => {
    const listed = async (query: string) => {
      const { body } = await reader.get(`/v1/resources?${query}`);
      expect(body.resources).toHaveLength(body.total);
      return body.resources.map((one: { id: string }) => one.id);
    };
    expect(await listed('gameSlug=tide')).toEqual([resource.id]);
    expect(await listed('categorySlug=light')).toEqual([resource.id]);
    expect(await listed('categorySlug=light&gameSlug=tide')).toEqual([resource.id]);
    expect(await listed('categorySlug=light&gameSlug=wilds')).toEqual([]);
    expect(await listed('gameSlug=nothing')).toEqual([]);
    expect(await listed('gameSlug=Tide')).toEqual([]);
    expect((await reader.get('/v1/resources?gameSlug=nothing')).body).toEqual({
      resources: [],
      total: 0,
      page: 1,
      limit: 20,
      totalPages: 0,
    });
    expect((await reader.get('/v1/categories?gameSlug=tide')).body).toEqual({ categories: [light, sound] });
    expect((await reader.get('/v1/categories?gameSlug=nothing')).body).toEqual({ categories: [] });
  });

  test('unknown members of the query are ignored, on lists and on records', async () => {
    expect((await reader.get('/v1/badges?page=x&limit=&sort=name')).status).toBe(200);
    expect((await reader.get(`/v1/teams/${team.id}?fields=id`)).text).toBe(JSON.stringify(team));
  });

  test.each(ADDRESSES)('%s wants a user key', async (path) => {
    const tenant = await createTenant(service);
    const url = `${service.url}${path}`;
    const from = (headers: Record<string, string>) => ({ headers: { 'X-Forwarded-For': randomIp(), ...headers } });
    expect(await ask(url, from({}))).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
    expect(await ask(url, from({ 'X-API-KEY': `${reader.key}x` }))).toMatchObject({ status: 401 });
    expect(await ask(`${url}?key=${reader.key}`, from({}))).toMatchObject({ status: 401 });
    expect(await ask(url, from({ 'X-API-KEY': tenant.key }))).toMatchObject({
      status: 403,
      body: { code: 'wrong_key_kind' },
    });
  });

  test.each(ADDRESSES)('%s takes no other method, and says which', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await ask(`${service.url}${path}`, { method, headers: { 'X-API-KEY': reader.key } });
      expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    }
  });

  test('HEAD tells what GET would, without the body', async () => {
    const got = await reader.get('/v1/badges');
    const head = await ask(`${service.url}/v1/badges`, { method: 'HEAD', headers: { 'X-API-KEY': reader.key } });
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['etag', 'content-length', 'content-type', 'content-version']) {
      expect(head.headers[name]).toBe(got.headers[name]);
    }
  });

  test('paths are compared to the letter', async () => {
    for (const path of ['/V1/resources', '/v1/Resources', '/v1', '/v1/users/username/', '/v1/blog/a/b']) {
      expect(await reader.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });
});

describe('the content contract', () => {
  test('has the fourteen routes of the specification', () => {
    expect(contentEndpoints.map(({ path }) => path)).toEqual([
      '/v1/resources',
      '/v1/resources/{id}',
      '/v1/resources/slug/{slug}',
      '/v1/teams',
      '/v1/teams/{id}',
      '/v1/teams/slug/{slug}',
      '/v1/users/username/{username}',
      '/v1/blog',
      '/v1/blog/{slug}',
      '/v1/badges',
      '/v1/badges/{id}',
      '/v1/categories',
      '/v1/categories/{id}',
      '/v1/categories/slug/{slug}',
    ]);
  });
});
