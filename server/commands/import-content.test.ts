import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  newBadge,
  newCategory,
  newGame,
  newPost,
  newResource,
  newTeam,
  newUser,
} from '../store/suites/content-builders.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';

let redis: RedisServer;
let cli: TestCli;

beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.close());

describe.each(['the embedded store', 'Redis'])('content on %s', (store) => {
  beforeEach(async () => {
    await redis.command('FLUSHALL');
    cli = await createTestCli(
      store === 'Redis' ? { REDIS_URL: redis.url, SECRET: 'a secret of the tests that is long enough' } : {},
    );
  });
  afterEach(() => cli.close());

  test('a folder goes in as one version, in whatever order, and again changes nothing', async () => {
    const { folder, records } = await writeFolder();
    const first = await cli.json(['import', folder]);
    expect(first).toMatchObject({ refusedRows: [], content: { version: 1, changed: true, removed: {}, missing: [] } });
    for (const [collection, rows] of Object.entries(records)) {
      expect(first.files).toContainEqual({
        file: join(folder, `${collection}.ndjson`),
        collection,
        created: rows.length,
        updated: 0,
        unchanged: 0,
        refused: 0,
      });
    }
    const again = await cli.json(['import', folder]);
    expect(again).toMatchObject({ content: { version: 1, changed: false } });
    expect(again.files).toHaveLength(7);
    for (const file of again.files as object[]) expect(file).toMatchObject({ created: 0, updated: 0, refused: 0 });
  });

  test('what was exported is imported byte by byte, and exported again as the same bytes', async () => {
    const { folder } = await writeFolder();
    await cli.json(['import', folder]);
    const [one, two] = [join(cli.folder, 'one'), join(cli.folder, 'deep', 'two')];
    const exported = await cli.json(['export', 'content', '--out', one]);
    expect(exported).toMatchObject({ version: 1 });
    expect(exported.files).toContainEqual({ file: join(one, 'blog.ndjson'), collection: 'blog', records: 2 });
    const other = await createTestCli();
    await other.json(['import', one]);
    await other.json(['export', 'content', '--out', two]);
    await other.close();
    expect((await readdir(two)).sort()).toEqual((await readdir(one)).sort());
    for (const name of await readdir(one)) {
      expect((await readFile(join(two, name))).equals(await readFile(join(one, name)))).toBe(true);
    }
    expect(await readFile(join(one, 'blog.ndjson'), 'utf8')).toContain('"published":false');
    const { stdout } = await cli.run(['export', 'content', '--collection', 'teams']);
    expect(stdout).toBe(await readFile(join(one, 'teams.ndjson'), 'utf8'));
  });

  test('bad rows are named by file, line, member and reason, the good ones go in', async () => {
    const good = newResource();
    const bad = {
      ...newResource(),
      id: 'x',
      downloads: -1,
      tags: ['a', 7],
      createdAt: 'yesterday',
      images: [{ id: newGame().id, filename: '', filepath: '', order: 0.5 }],
    };
    const { title: _title, ...untitled } = newResource();
    const rows = [good, bad, untitled, { ...newResource(), slug: '..' }, [], 'text', { ...newResource(), user: {} }];
    const file = await write('resources.ndjson', [...rows.map((row) => JSON.stringify(row)), '{', ''].join('\n'));
    const { code, stderr, stdout } = await cli.run(['import', file]);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n').sort(byLine)).toEqual([
      `${file}:2: id: must be a UUID`,
      `${file}:2: tags[1]: must be of type string`,
      `${file}:2: downloads: must not be negative`,
      `${file}:2: images[0].order: must be a whole number`,
      `${file}:2: createdAt: must be an ISO 8601 date, or date and time with a zone, or empty where it is not known`,
      `${file}:3: title: is required`,
      `${file}:4: slug: must not be "." or "..", which no URL can address`,
      `${file}:5: row: must be of type object`,
      `${file}:6: row: must be of type object`,
      `${file}:7: user.id: is required`,
      `${file}:7: user.username: is required`,
      `${file}:7: user.displayName: is required`,
      `${file}:7: user.avatar: is required`,
      `${file}:7: user.verified: is required`,
      expect.stringMatching(/resources\.ndjson:8: row: must be JSON/),
    ]);
    expect(stdout).toContain('The content has version 1 now.');
    expect((await cli.run(['export', 'content', '--collection', 'resources'])).stdout).toBe(
      `${JSON.stringify(good)}\n`,
    );
  });

  test('a name that no address has room for is refused, with its member and what would fit', async () => {
    const game = newGame({ slug: '海'.repeat(223) });
    const rows = [
      newResource({ slug: '灯'.repeat(1_112) }),
      newResource({ slug: "'".repeat(3_334) }),
      newResource({ game }),
    ];
    const file = await write('resources.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
    const users = await write('users.ndjson', JSON.stringify(newUser({ username: '灯'.repeat(1_112) })));
    const { code, stderr } = await cli.run(['import', file, users]);
    const limit = (bytes: string) => `must be at most ${bytes} bytes long when percent-encoded, as addresses write it`;
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n').sort()).toEqual([
      `${file}:1: slug: ${limit('10000')}`,
      `${file}:2: slug: ${limit('10000')}`,
      `${file}:3: game.slug: ${limit('2000')}`,
      `${users}:1: username: ${limit('10000')}`,
    ]);
  });

  test('a name that is taken is refused; one that is given up in the same import is not', async () => {
    const [one, two] = [newTeam({ slug: 'one' }), newTeam({ slug: 'two' })];
    await importRows('teams', [one, two]);
    const chain = await importRows('teams', [
      { ...one, slug: 'two' },
      { ...two, slug: 'three' },
    ]);
    expect(chain.files).toMatchObject([{ updated: 2, refused: 0 }]);
    const thief = newTeam({ slug: 'three' });
    const file = await write('teams.ndjson', JSON.stringify(thief));
    expect(await cli.run(['import', file])).toMatchObject({
      code: 1,
      stderr: `${file}:1: slug: "three" is taken by ${two.id}; choose another, or give the row that id\n`,
    });
    const game = newGame({ slug: 'tide' });
    await importRows('resources', [newResource({ slug: 'lamp', game })]);
    const clash = await write('resources.ndjson', JSON.stringify(newResource({ slug: 'lamp', game })));
    expect((await cli.run(['import', clash])).stderr).toContain('slug: "lamp" is taken in the game "tide" by');
  });

  test('what rows refer to and is not there is warned of once, with the first place', async () => {
    const [known, unknown] = [newUser(), newUser()];
    const summary = ({ id, username, displayName, avatar, verified }: typeof known) => ({
      id,
      username,
      displayName,
      avatar,
      verified,
    });
    const rows = [known, unknown, unknown].map((user) => newResource({ user: summary(user) }));
    const resources = await write('resources.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
    const users = await write('users.ndjson', JSON.stringify(known));
    const { code, stdout, stderr } = await cli.run(['import', resources, users, '--json']);
    expect(code).toBe(0);
    expect(stderr).toBe(`Warning: ${resources}:2: user: ${unknown.id} is not among the users, and so for 1 more row\n`);
    expect(JSON.parse(stdout).content.missing).toEqual([
      { file: resources, line: 2, index: null, collection: 'users', id: unknown.id, member: 'user', rows: 2 },
    ]);
  });

  test('a collection may come in several files, as NDJSON and as a JSON array', async () => {
    const folder = join(cli.folder, 'parts');
    await mkdir(folder);
    const [one, two] = [newBadge(), newBadge()];
    await writeFile(join(folder, 'badges-bulk.ndjson'), JSON.stringify(one));
    await writeFile(join(folder, 'badges.json'), JSON.stringify([two], null, 2));
    expect((await cli.json(['import', folder, '--replace'])).content).toMatchObject({
      version: 1,
      removed: { badges: 0 },
    });
    expect(await count('badges')).toBe(2);
  });
});

test('export content wants a folder, or one collection for stdout', async () => {
  const own = await createTestCli();
  for (const args of [
    ['export', 'content'],
    ['export', 'content', '--json'],
    ['export', 'content', '--collection', 'x'],
  ]) {
    expect((await own.run(args)).code).toBe(2);
  }
  await own.close();
});

async function writeFolder() {
  const game = newGame();
  const category = newCategory({ game, createdAt: '' });
  const user = newUser({ username: 'KSP-RO Group/JPLRepo', bio: 'a\u0000b \u2028 "\\' });
  const { id, username, displayName, avatar, verified } = user;
  const records = {
    games: [game],
    teams: [newTeam({ games: [game], owner: { id, username, displayName, avatar, verified } })],
    users: [user],
    categories: [category],
    badges: [newBadge({ price: 0.1 })],
    resources: [
      newResource({ game, category: { id: category.id, name: category.name, slug: category.slug } }),
      newResource(),
    ],
    blog: [newPost(), newPost({ published: false })],
  };
  const folder = join(cli.folder, 'content');
  await mkdir(folder);
  for (const [collection, rows] of Object.entries(records)) {
    await writeFile(join(folder, `${collection}.ndjson`), rows.map((row) => JSON.stringify(row)).join('\n'));
  }
  return { folder, records };
}

async function importRows(collection: string, rows: readonly object[], ...options: string[]) {
  const file = await write(`${collection}.ndjson`, rows.map((row) => JSON.stringify(row)).join('\n'));
  return cli.json(['import', file, ...options]);
}

async function count(collection: string): Promise<number> {
  const { stdout } = await cli.run(['export', 'content', '--collection', collection]);
  return stdout.split('\n').length - 1;
}

async function write(name: string, text: string): Promise<string> {
  const path = join(cli.folder, name);
  await writeFile(path, text);
  return path;
}

/** Texts that are no JSON are found before the members of earlier rows are looked at. */
function byLine(a: string, b: string): number {
  return Number(/:(\d+):/.exec(a)?.[1]) - Number(/:(\d+):/.exec(b)?.[1]);
}
