import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newBadge, newGame, newTeam } from '../store/suites/content-builders.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';

let redis: RedisServer;
let cli: TestCli;

beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.close());

describe.each(['the embedded store', 'Redis'])('repeating and replacing content on %s', (store) => {
  beforeEach(async () => {
    await redis.command('FLUSHALL');
    cli = await createTestCli(
      store === 'Redis' ? { REDIS_URL: redis.url, SECRET: 'a secret of the tests that is long enough' } : {},
    );
  });
  afterEach(() => cli.close());

  test('--replace takes out what no row is of, of those collections only, and nothing when a row was refused', async () => {
    const [kept, gone] = [newBadge(), newBadge()];
    await importRows('badges', [kept, gone]);
    await importRows('games', [newGame()]);
    const file = await write('badges.ndjson', `${JSON.stringify(kept)}\n{"id":1}`);
    const refused = await cli.run(['import', file, '--replace']);
    expect(refused.stderr).toContain('Nothing was taken out: a refused row may be of a record that is there.');
    expect(await count('badges')).toBe(2);
    const replaced = await importRows('badges', [kept], '--replace');
    expect(replaced.content).toMatchObject({ changed: true, removed: { badges: 1 } });
    expect([await count('badges'), await count('games')]).toEqual([1, 1]);
    const heir = newTeam({ slug: 'same' });
    await importRows('teams', [newTeam({ slug: 'same' })]);
    expect((await importRows('teams', [heir], '--replace')).files).toMatchObject([{ created: 1, refused: 0 }]);
  });

  test('--replace by a file without rows is refused unless it is meant, and by one of an empty collection is not', async () => {
    await importRows('badges', [newBadge(), newBadge()]);
    for (const [name, text] of Object.entries({ 'badges.ndjson': '\n', 'badges.json': ' []' })) {
      const file = await write(name, text);
      expect(await cli.run(['import', file, '--replace'])).toEqual({
        code: 1,
        stdout: '',
        stderr:
          `--replace would take all 2 records of badges out, because ${file} has no rows; ` +
          'leave the file away, or say --allow-empty if that is meant. Nothing was changed.\n',
      });
    }
    expect(await count('badges')).toBe(2);
    await importRows('games', [], '--replace');
    expect((await importRows('badges', [], '--replace', '--allow-empty')).content).toMatchObject({
      removed: { badges: 2 },
    });
    expect(await count('badges')).toBe(0);
  });

  test('--replace takes nothing out when a row is refused that had to wait for its name', async () => {
    const [holder, gone, thief] = [newTeam({ slug: 'a' }), newTeam({ slug: 'b' }), newTeam({ slug: 'a' })];
    await importRows('teams', [holder, gone]);
    const replaceBy = async (rows: readonly object[]) =>
      cli.run(['import', await writeRows('teams.ndjson', rows), '--replace']);
    const refused = await replaceBy([holder, thief]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was taken out') });
    expect(await count('teams')).toBe(2);
    // Two that wait for the name of a record that would go: only one could have it.
    const rivals = [newTeam({ slug: 'b' }), newTeam({ slug: 'b' })];
    expect((await replaceBy([holder, ...rivals])).stderr).toContain('Nothing was taken out');
    expect(await count('teams')).toBe(2);
    // A chain, of which the last link waits for the name of a record that goes.
    const [one, two] = [
      { ...holder, slug: 'b' },
      { ...thief, slug: 'a' },
    ];
    expect(await replaceBy([two, one])).toMatchObject({ code: 0, stderr: '' });
    expect(await count('teams')).toBe(2);
    expect((await cli.run(['export', 'content', '--collection', 'teams'])).stdout).not.toContain(gone.id);
  });

  test('a second row of an id that says something else is refused with the place of the first, and repeating changes nothing', async () => {
    const [game, other] = [newGame(), newGame()];
    const filler = Array.from({ length: 250 }, () => newGame());
    const rows = [
      game,
      other,
      { ...game, name: 'Other name' },
      ...filler,
      { ...other, id: other.id.toUpperCase(), name: 'Upper' },
    ];
    const file = await writeRows('games.ndjson', rows);
    const part = await write(
      'games-more.json',
      JSON.stringify([newGame(), game, game, { ...game, name: 'Third name' }]),
    );
    for (const version of [1, 1, 1]) {
      const { code, stdout, stderr } = await cli.run(['import', part, file, '--json']);
      expect(code).toBe(1);
      expect(JSON.parse(stdout).content.version).toBe(version);
      expect(stderr.trimEnd().split('\n')).toEqual([
        `${part}:1: element 3: id: is already in element 1, line 1, with other content`,
        `${file}:3: id: is already in ${part}:1: element 1, with other content`,
        `${file}:254: id: is already in line 2, with other content`,
      ]);
    }
  });
});

async function importRows(collection: string, rows: readonly object[], ...options: string[]) {
  return cli.json(['import', await writeRows(`${collection}.ndjson`, rows), ...options]);
}

async function count(collection: string): Promise<number> {
  const { stdout } = await cli.run(['export', 'content', '--collection', collection]);
  return stdout.split('\n').length - 1;
}

async function writeRows(name: string, rows: readonly object[]): Promise<string> {
  return write(name, rows.map((row) => JSON.stringify(row)).join('\n'));
}

async function write(name: string, text: string): Promise<string> {
  const path = join(cli.folder, name);
  await writeFile(path, text);
  return path;
}
