import { beforeAll, expect, test } from 'vitest';
import {
  importRecords,
  newCategory,
  newGame,
  newPost,
  newResource,
  newTeam,
  newUser,
} from '../store/suites/content-builders.ts';
import { createReader, type Reader } from '../testing/content-tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

/** 10,000 and 2,000 bytes percent-encoded, of which each of these characters takes nine. */
const LONGEST = `${'灯'.repeat(1_111)}x`;
const LONGEST_OF_GAME = `${'海'.repeat(222)}xx`;
/** As much as a browser adds. */
const HEADERS = { Cookie: 'c'.repeat(2_000), 'User-Agent': 'u'.repeat(500), Referer: 'r'.repeat(500) };

const game = newGame({ slug: LONGEST_OF_GAME });
const category = newCategory({ slug: LONGEST, game });
const resource = newResource({
  slug: LONGEST,
  game,
  category: { id: category.id, name: category.name, slug: category.slug },
});
const more = Array.from({ length: 3 }, () => newResource({ game, category: resource.category }));
const punctuation = newUser({ username: "'".repeat(3_333) });
const user = newUser({ username: LONGEST });
const team = newTeam({ slug: LONGEST });
const post = newPost({ slug: LONGEST });

/** Four links of it are too long, and two are not. */
const middle = newCategory({ slug: '长'.repeat(200), game });
const ofMiddle = Array.from({ length: 3 }, () =>
  newResource({ game, category: { ...resource.category!, slug: middle.slug } }),
);

const name = encodeURIComponent(LONGEST);
const gameSlug = encodeURIComponent(LONGEST_OF_GAME);

describeOnStores('the longest names that can be imported', (use) => {
  let service: TestService;
  let reader: Reader;

  beforeAll(async () => {
    service = await use.start();
    reader = await createReader(service);
    const { content } = service.stores;
    await importRecords(content, 'games', [game]);
    await importRecords(content, 'categories', [category]);
    await importRecords(content, 'resources', [resource, ...more, ...ofMiddle]);
    await importRecords(content, 'teams', [team]);
    await importRecords(content, 'users', [user, punctuation]);
    await importRecords(content, 'blog', [post]);
  });

  test.each([
    ['a resource', `/v1/resources/slug/${name}?gameSlug=${gameSlug}`, resource],
    ['a category', `/v1/categories/slug/${name}?gameSlug=${gameSlug}`, category],
    ['a team', `/v1/teams/slug/${name}`, team],
    ['a user', `/v1/users/username/${name}`, user],
    ['a user of nothing but quotes', `/v1/users/username/${'%27'.repeat(3_333)}`, punctuation],
    ['a post', `/v1/blog/${name}`, post],
  ])('%s is found by it, with the headers of a browser', async (_what, path, record) => {
    const { status, text } = await reader.get(path, HEADERS);
    expect([status, text]).toEqual([200, JSON.stringify(record)]);
  });

  test('resources and categories are listed by them', async () => {
    const resources = await reader.get(`/v1/resources?gameSlug=${gameSlug}&categorySlug=${name}`, HEADERS);
    expect(resources.body).toMatchObject({ total: 4, resources: expect.arrayContaining([resource]) });
    const categories = await reader.get(`/v1/categories?gameSlug=${gameSlug}`, HEADERS);
    expect(categories.body).toEqual({ categories: [category] });
  });

  test.each([
    ['of both names, forth', `gameSlug=${gameSlug}&categorySlug=${name}`, ['next', 'next', 'next', 'prev']],
    [
      'that leaves room for two, forth and back',
      `categorySlug=${encodeURIComponent(middle.slug)}`,
      ['next', 'prev next', 'prev'],
    ],
  ])('the pages of a list %s are walked by their links', async (_what, query, relations) => {
    const walked: (readonly [string, string])[] = [];
    let path: string | undefined = `/v1/resources?limit=1&${query}`;
    while (path !== undefined) {
      // Node's client reads it with its own limits, beside the headers that proxies add.
      const answer = await reader.get(path, HEADERS);
      const links = [...(answer.headers.link ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)];
      walked.push([answer.body.resources[0].id, links.map(([, , rel]) => rel).join(' ')]);
      path = links.find(([, , rel]) => rel === 'next')?.[1];
    }
    expect(walked.map(([, rels]) => rels)).toEqual(relations);
    expect(new Set(walked.map(([id]) => id)).size).toBe(relations.length);
  });
});
