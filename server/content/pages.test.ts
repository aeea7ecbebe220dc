import { beforeAll, expect, test } from 'vitest';
import { importRecords, newGame, newResource, newTeam } from '../store/suites/content-builders.ts';
import { createReader, type Reader } from '../testing/content-tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

const ROWS = 213;
const tide = newGame({ slug: 'tide & wilds' });

function newestFirst(a: { createdAt: string; id: string }, b: { createdAt: string; id: string }): number {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Dates that many share, and some that are not known. */
const dateOf = (index: number) =>
  index % 11 === 0 ? '' : `2026-01-${String(1 + (index % 17)).padStart(2, '0')}T00:00:00.000Z`;

const resources = Array.from({ length: ROWS }, (_, index) =>
  newResource({ createdAt: dateOf(index), game: index % 2 === 0 ? tide : null }),
).sort(newestFirst);
const teams = Array.from({ length: 60 }, (_, index) => newTeam({ createdAt: dateOf(index) })).sort(newestFirst);

describeOnStores('pages', (use) => {
  let service: TestService;
  let reader: Reader;

  beforeAll(async () => {
    service = await use.start({ env: { CONTENT_PER_MINUTE: '100000' } });
    reader = await createReader(service);
    await importRecords(service.stores.content, 'resources', resources);
    await importRecords(service.stores.content, 'teams', teams);
  });

  test.each([1, 7, 20, 100, 1_000])(
    'walked at limit %i, all resources come once, in order, with one total',
    async (limit) => {
      const used = Math.min(limit, 100);
      const totalPages = Math.ceil(ROWS / used);
      const walked: unknown[] = [];
      for (let page = 1; page <= totalPages; page += 1) {
        const { body } = await reader.get(`/v1/resources?page=${page}&limit=${limit}`);
        expect(body).toMatchObject({ total: ROWS, page, limit: used, totalPages });
        walked.push(...body.resources);
      }
      expect(walked).toEqual(resources);
    },
  );

  test('without page and limit the first twenty come; a huge limit is taken as the most', async () => {
    expect((await reader.get('/v1/resources')).body).toEqual({
      resources: resources.slice(0, 20),
      total: ROWS,
      page: 1,
      limit: 20,
      totalPages: 11,
    });
    expect((await reader.get('/v1/teams')).body).toEqual({ teams: teams.slice(0, 20) });
    for (const limit of ['101', '9'.repeat(400)]) {
      expect((await reader.get(`/v1/resources?limit=${limit}`)).body).toMatchObject({ limit: 100, totalPages: 3 });
    }
  });

  test('past the end is an empty page with the true total', async () => {
    for (const page of ['12', '100000', String(Number.MAX_SAFE_INTEGER)]) {
      const { status, body } = await reader.get(`/v1/resources?page=${page}`);
      expect([status, body]).toEqual([
        200,
        { resources: [], total: ROWS, page: Number(page), limit: 20, totalPages: 11 },
      ]);
      expect((await reader.get(`/v1/teams?page=${page}`)).body).toEqual({ teams: [] });
    }
  });

  test.each([
    ['/v1/resources?limit=50', 'resources', resources],
    [
      `/v1/resources?limit=9&gameSlug=${encodeURIComponent(tide.slug)}`,
      'resources',
      resources.filter((one) => one.game),
    ],
    ['/v1/teams?limit=7', 'teams', teams],
    ['/v1/teams', 'teams', teams],
  ])('the Link headers of %s can be followed to the end and back', async (start, member, expected) => {
    const forth: { id: string }[] = [];
    let path: string | null = start;
    let last = start;
    while (path !== null) {
      const answer = await reader.get(path);
      forth.push(...answer.body[member]);
      last = path;
      path = linkOf(answer.headers.link, 'next');
    }
    expect(forth).toEqual(expected);
    const back: { id: string }[] = [];
    path = last;
    while (path !== null) {
      const answer = await reader.get(path);
      back.unshift(...answer.body[member]);
      path = linkOf(answer.headers.link, 'prev');
    }
    expect(back).toEqual(expected);
  });

  test('Link names first, prev, next and last, as far as there are any', async () => {
    const relations = async (path: string) =>
      [...((await reader.get(path)).headers.link ?? '').matchAll(/rel="(\w+)"/g)].map((m) => m[1]);
    expect(await relations('/v1/teams?limit=20')).toEqual(['first', 'next', 'last']);
    expect(await relations('/v1/teams?limit=20&page=2')).toEqual(['first', 'prev', 'next', 'last']);
    expect(await relations('/v1/teams?limit=20&page=3')).toEqual(['first', 'prev', 'last']);
    expect(await relations('/v1/teams?limit=100')).toEqual(['first', 'last']);
    expect((await reader.get('/v1/teams?limit=20&page=9')).headers.link).toBe(
      '</v1/teams?page=1&limit=20>; rel="first", </v1/teams?page=3&limit=20>; rel="prev", </v1/teams?page=3&limit=20>; rel="last"',
    );
    expect((await reader.get('/v1/resources?gameSlug=none&page=4')).headers.link).toBe(
      '</v1/resources?gameSlug=none&page=1&limit=20>; rel="first", </v1/resources?gameSlug=none&page=1&limit=20>; rel="prev", ' +
        '</v1/resources?gameSlug=none&page=1&limit=20>; rel="last"',
    );
    expect((await reader.get('/v1/badges')).headers.link).toBeUndefined();
    const absurd = await reader.get(`/v1/resources?gameSlug=${'x'.repeat(5_000)}`);
    expect([absurd.status, absurd.body.total, absurd.headers.link]).toEqual([200, 0, undefined]);
  });

  test('a walk that an import comes into shows another version, and each version is whole', async () => {
    const extra = newTeam({ createdAt: '2027-01-01T00:00:00.000Z' });
    const before = await reader.get('/v1/teams?limit=30');
    await importRecords(service.stores.content, 'teams', [extra]);
    const after = await reader.get('/v1/teams?limit=30&page=2');
    expect(Number(after.headers['content-version'])).toBe(Number(before.headers['content-version']) + 1);
    expect(before.body.teams).toEqual(teams.slice(0, 30));
    expect(after.body.teams).toEqual([extra, ...teams].slice(30, 60));
    const again = await reader.get('/v1/teams?limit=30');
    expect(again.headers['content-version']).toBe(after.headers['content-version']);
    expect(again.body.teams).toEqual([extra, ...teams].slice(0, 30));
  });
});

function linkOf(header: string | undefined, rel: string): string | null {
  const found = (header ?? '').split(', ').find((link) => link.endsWith(`; rel="${rel}"`));
  return found === undefined ? null : found.slice(1, found.indexOf('>'));
}
