import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Badge, BlogPost, Category, GameSummary, Resource, Team, User } from '../../contract/content-records.ts';
import type { Answer } from '../testing/api-client.ts';
import { createReader, type Reader } from '../testing/content-tenant.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const FOLDER = process.env.REAL_DATA ?? '';
const SECRET = 'a secret of the tests with 36 letters';
const FILES = ['games', 'teams', 'users', 'categories', 'badges', 'badges-bulk', 'resources', 'blog'];
/** Requests under way at once. */
const AT_ONCE = 25;

describe.each(['the embedded store', 'Redis'])('real content on %s', (store) => {
  let redis: RedisServer;
  let service: TestService;
  let reader: Reader;
  let cli: TestCli;
  let dataDir: string;

  beforeAll(async () => {
    if (FOLDER === '') throw new Error('REAL_DATA must name the folder of the real data.');
    redis = await startRedisServer();
    dataDir = await mkdtemp(join(tmpdir(), 'server-vote-real-'));
    const place = store === 'Redis' ? { REDIS_URL: redis.url, SECRET } : { DATA_DIR: dataDir };
    service = await startTestService({
      dataDir,
      env: { CONTENT_PER_MINUTE: '1000000' },
      ...(store === 'Redis' ? { redisUrl: redis.url } : {}),
    });
    reader = await createReader(service);
    cli = await createTestCli(place);
  }, 120_000);

  afterAll(async () => {
    await service.close();
    await cli.close();
    await redis.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('all rows go in as one version, whatever they refer to is there, and again changes nothing', async () => {
    const paths = FILES.map((name) => join(FOLDER, `${name}.ndjson`));
    const first = await cli.json(['import', ...paths]);
    expect(first).toMatchObject({ refusedRows: [], content: { version: 1, changed: true, missing: [] } });
    expect(await cli.json(['import', ...paths])).toMatchObject({ content: { version: 1, changed: false } });
  }, 300_000);

  test('every resource is found by its id and by its slug in its game, as its source row says', async () => {
    const resources = await rows<Resource>('resources');
    await each(resources, async (row) => {
      await expectRow(`/v1/resources/${row.id}`, row);
      await expectRow(`/v1/resources/slug/${encode(row.slug)}?gameSlug=${encode(row.game?.slug ?? '')}`, row);
    });
    const doubled = [...groupBy(resources, (row) => row.slug).values()].filter((group) => group.length > 1);
    expect(doubled).toHaveLength(13);
    for (const group of doubled) {
      const [first] = group.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || (a.id < b.id ? -1 : 1));
      await expectRow(`/v1/resources/slug/${encode(first!.slug)}`, first);
    }
  }, 300_000);

  test('walked at each limit, every resource comes once, in order', async () => {
    const resources = (await rows<Resource>('resources')).sort(newestFirst);
    for (const limit of [7, 20, 100, 1_000]) {
      const walked: Resource[] = [];
      let path: string | null = `/v1/resources?limit=${limit}`;
      while (path !== null) {
        const answer: Answer = await reader.get(path);
        const used = Math.min(limit, 100);
        const totalPages = Math.ceil(resources.length / used);
        expect(answer.body).toMatchObject({ total: resources.length, limit: used, totalPages });
        walked.push(...answer.body.resources);
        path = nextOf(answer);
      }
      expect(walked.map((row) => row.id)).toEqual(resources.map((row) => row.id));
      expect(walked).toEqual(resources);
    }
  }, 300_000);

  test('each resource has a page of its own at limit 1, with the next one behind it', async () => {
    const resources = (await rows<Resource>('resources')).sort(newestFirst);
    await each([...resources.entries()], async ([at, row]) => {
      const path = `/v1/resources?page=${at + 1}&limit=1`;
      const answer = await reader.get(path);
      const next = at + 1 < resources.length ? `/v1/resources?page=${at + 2}&limit=1` : null;
      expect([path, answer.body.resources, nextOf(answer)]).toEqual([path, [row], next]);
    });
  }, 300_000);

  test('every game and category narrows the list to its resources, alone and together', async () => {
    const resources = (await rows<Resource>('resources')).sort(newestFirst);
    const games = new Set(resources.map((row) => row.game?.slug ?? ''));
    const categories = new Set(resources.flatMap((row) => (row.category === null ? [] : [row.category.slug])));
    for (const game of [undefined, ...games]) {
      for (const category of [undefined, ...categories]) {
        const query = new URLSearchParams({
          ...(game === undefined ? {} : { gameSlug: game }),
          ...(category === undefined ? {} : { categorySlug: category }),
        });
        const { body } = await reader.get(`/v1/resources?${query}`);
        const expected = resources.filter(
          (row) =>
            (game === undefined || row.game?.slug === game) &&
            (category === undefined || row.category?.slug === category),
        );
        expect(body).toEqual({
          resources: expected.slice(0, 20),
          total: expected.length,
          page: 1,
          limit: 20,
          totalPages: Math.ceil(expected.length / 20),
        });
      }
    }
  }, 300_000);

  test('every user, team, category, badge and post is found, and the lists are whole', async () => {
    await each(await rows<User>('users'), (row) => expectRow(`/v1/users/username/${encode(row.username)}`, row));
    const teams = (await rows<Team>('teams')).sort(newestFirst);
    await each(teams, async (row) => {
      await expectRow(`/v1/teams/${row.id}`, row);
      await expectRow(`/v1/teams/slug/${encode(row.slug)}`, row);
    });
    expect((await reader.get('/v1/teams?limit=100')).body).toEqual({ teams });
    const categories = await rows<Category>('categories');
    await each(categories, async (row) => {
      await expectRow(`/v1/categories/${row.id}`, row);
      await expectRow(`/v1/categories/slug/${encode(row.slug)}?gameSlug=${encode(row.game?.slug ?? '')}`, row);
    });
    categories.sort(byName);
    expect((await reader.get('/v1/categories')).body).toEqual({ categories });
    const games = groupBy(categories, (row) => row.game?.slug ?? '');
    expect(games.size).toBeGreaterThan(3);
    for (const [game, ofGame] of games) {
      expect((await reader.get(`/v1/categories?gameSlug=${encode(game)}`)).body).toEqual({ categories: ofGame });
    }
    const badges = await allBadges();
    await each(badges, (row) => expectRow(`/v1/badges/${row.id}`, row));
    expect((await reader.get('/v1/badges')).body).toEqual({ badges: badges.sort(newestFirst) });
    const posts = await rows<BlogPost>('blog');
    await each(posts, (row) => expectRow(`/v1/blog/${encode(row.slug)}`, row));
    posts.sort(latestPostFirst);
    expect((await reader.get('/v1/blog')).body).toEqual({ posts });
  }, 300_000);

  test('the trickiest rows are reachable, and their bytes are the bytes of the file', async () => {
    const tricky = await rows<{ kind: string; why: string; row: Resource & User & Badge }>('tricky');
    const addresses: Record<string, (row: Resource & User & Badge) => string> = {
      resources: (row) => `/v1/resources/slug/${encode(row.slug)}?gameSlug=${encode(row.game?.slug ?? '')}`,
      users: (row) => `/v1/users/username/${encode(row.username)}`,
      teams: (row) => `/v1/teams/slug/${encode(row.slug)}`,
      badges: (row) => `/v1/badges/${row.id}`,
      categories: (row) => `/v1/categories/slug/${encode(row.slug)}?gameSlug=${encode(row.game?.slug ?? '')}`,
      blog: (row) => `/v1/blog/${encode(row.slug)}`,
    };
    let reached = 0;
    for (const { kind, why, row } of tricky) {
      const addressOf = addresses[kind];
      if (addressOf === undefined) continue;
      expect((await reader.get(addressOf(row))).text, why).toBe(JSON.stringify(row));
      reached += 1;
    }
    expect(reached).toBeGreaterThan(30);
  });

  test('what is exported is what was imported, byte by byte, in the order of the lists', async () => {
    const out = join(cli.folder, 'out');
    await cli.json(['export', 'content', '--out', out]);
    const expected = {
      resources: (await rows<Resource>('resources')).sort(newestFirst),
      users: (await rows<User>('users')).sort(newestFirst),
      teams: (await rows<Team>('teams')).sort(newestFirst),
      badges: (await allBadges()).sort(newestFirst),
      blog: (await rows<BlogPost>('blog')).sort(latestPostFirst),
      games: (await rows<GameSummary>('games')).sort(byName),
      categories: (await rows<Category>('categories')).sort(byName),
    };
    for (const [name, records] of Object.entries(expected)) {
      const lines = (await readFile(join(out, `${name}.ndjson`), 'utf8')).trimEnd().split('\n');
      expect(lines).toEqual(records.map((record) => JSON.stringify(record)));
    }
  });

  async function expectRow(path: string, row: object | undefined): Promise<void> {
    const { status, text } = await reader.get(path);
    expect([path, status, text]).toEqual([path, 200, JSON.stringify(row)]);
  }
});

async function rows<T>(name: string): Promise<T[]> {
  const text = await readFile(join(FOLDER, `${name}.ndjson`), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The badges of both files, of which some are in both. */
async function allBadges(): Promise<Badge[]> {
  const all = [...(await rows<Badge>('badges')), ...(await rows<Badge>('badges-bulk'))];
  return [...new Map(all.map((row) => [row.id, row])).values()];
}

async function each<T>(items: readonly T[], check: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE)
    await Promise.all(items.slice(from, from + AT_ONCE).map(check));
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function newestFirst(a: { createdAt: string; id: string }, b: { createdAt: string; id: string }): number {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function latestPostFirst(a: BlogPost, b: BlogPost): number {
  return newestFirst({ ...a, createdAt: a.publishedAt }, { ...b, createdAt: b.publishedAt });
}

function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) || (a.id < b.id ? -1 : 1);
}

function nextOf(answer: Answer): string | null {
  const next = answer.headers.link?.split(', ').find((link) => link.endsWith('rel="next"'));
  return next === undefined ? null : next.slice(1, next.indexOf('>'));
}

function encode(text: string): string {
  return encodeURIComponent(text);
}
