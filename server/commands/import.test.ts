import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';

let cli: TestCli;
let accountId: unknown;

beforeEach(async () => {
  cli = await createTestCli();
  ({ accountId } = await cli.json(['accounts', 'create', '--username', 'mirelle']));
});

afterEach(() => cli.close());

describe('import of servers', () => {
  test('creates the servers of an NDJSON file, ignores members it does not know, and changes nothing when repeated', async () => {
    const rows = [
      { id: randomUUID(), slug: 'aurora', name: 'Aurora ', description: 'a\nb', image: null, maxPlayers: 16 },
      { id: randomUUID().toUpperCase(), slug: '千禧年世界', name: '千禧年世界', image: 'https://x.example/a.png' },
    ];
    const file = await write('servers.ndjson', lines(rows));
    expect(await cli.json(['import', file])).toEqual({
      files: [{ file, collection: 'servers', created: 2, updated: 0, unchanged: 0, refused: 0 }],
      refusedRows: [],
    });
    expect((await cli.json(['servers', 'list'])).servers).toMatchObject([
      { id: rows[0]!.id, slug: 'aurora', name: 'Aurora ', description: 'a\nb', image: '', accountId },
      { id: rows[1]!.id.toLowerCase(), slug: '千禧年世界', description: '', image: 'https://x.example/a.png' },
    ]);
    expect((await cli.json(['import', file])).files).toMatchObject([{ created: 0, updated: 0, unchanged: 2 }]);
  });

  test('a row that has changed updates its server', async () => {
    const row = { id: randomUUID(), slug: 'aurora', name: 'Aurora' };
    await cli.json(['import', await write('servers.ndjson', lines([row]))]);
    const file = await write('servers.json', JSON.stringify([{ ...row, name: 'Borealis' }]));
    expect((await cli.json(['import', file])).files).toMatchObject([{ created: 0, updated: 1 }]);
    expect((await cli.json(['servers', 'list'])).servers).toMatchObject([{ name: 'Borealis', slug: 'aurora' }]);
  });

  test('a row without a slug gets one from its name, and keeps it when the import is repeated', async () => {
    const rows = ['Aurora', 'aurora', 'AURORA'].map((name) => ({ id: randomUUID(), name }));
    const file = await write(
      'servers.ndjson',
      lines([...rows, { id: randomUUID(), name: 'Aurora', slug: 'aurora-4' }]),
    );
    await cli.json(['import', file]);
    const { servers } = await cli.json(['servers', 'list']);
    expect(servers).toMatchObject(['aurora', 'aurora-2', 'aurora-3', 'aurora-4'].map((slug) => ({ slug })));
    expect((await cli.json(['import', file])).files).toMatchObject([{ created: 0, updated: 0, unchanged: 4 }]);
  });

  test('bad rows are reported by file, line, member and reason; the good ones go in; the exit code is 1', async () => {
    const [good, taken] = [randomUUID(), randomUUID()];
    const text = [
      JSON.stringify({ id: good, slug: 'good', name: 'Good' }),
      JSON.stringify({ id: randomUUID(), slug: 'nameless', name: '  ' }),
      '',
      '{"id": oops}',
      JSON.stringify({ id: 'not-a-uuid', slug: 'a b', name: 7 }),
      JSON.stringify({ id: taken, slug: 'good', name: 'Same slug' }),
      JSON.stringify({ slug: 'no-id' }),
      '[]',
      JSON.stringify({ id: randomUUID(), slug: 'long', name: 'x'.repeat(201) }),
      JSON.stringify({ id: randomUUID(), slug: 'last', name: 'Last' }),
    ].join('\n');
    const file = await write('servers.ndjson', text);
    const { code, stdout, stderr } = await cli.run(['import', file]);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n').sort()).toEqual([
      `${file}:2: name: must not be empty: a server without a name cannot be voted for`,
      expect.stringMatching(/servers\.ndjson:4: row: must be JSON \(.*\)$/),
      `${file}:5: id: must be a UUID`,
      `${file}:5: name: must be a string`,
      `${file}:5: slug: must hold only letters, digits and . _ ~ - and begin with a letter or digit`,
      `${file}:6: slug: "good" belongs to another server of this account; choose another`,
      `${file}:7: id: is missing`,
      `${file}:7: name: is missing`,
      `${file}:8: row: must be a JSON object`,
      `${file}:9: name: must have at most 200 characters`,
    ]);
    expect(stdout).toMatch(/CREATED {2}UPDATED {2}UNCHANGED {2}REFUSED\n.* servers {5}2 {8}0 {8}0 {10}7\n$/);
    expect((await cli.json(['servers', 'list'])).servers).toMatchObject([{ slug: 'good' }, { slug: 'last' }]);
  });

  test('with --json the bad rows are in the document too, elements of an array with their index', async () => {
    const rows = [
      { id: randomUUID(), slug: 'a', name: 'A' },
      { id: randomUUID(), slug: 'b', name: '' },
    ];
    const file = await write('servers.json', JSON.stringify(rows, null, 2));
    const { code, stdout, stderr } = await cli.run(['import', file, '--json']);
    expect(code).toBe(1);
    const reason = 'must not be empty: a server without a name cannot be voted for';
    expect(JSON.parse(stdout)).toEqual({
      files: [{ file, collection: 'servers', created: 1, updated: 0, unchanged: 0, refused: 1 }],
      refusedRows: [{ file, line: 7, index: 1, member: 'name', reason }],
    });
    expect(stderr).toBe(`${file}:7: element 1: name: ${reason}\n`);
  });

  test('a second row of an id that says something else is refused, in its file and in others, so that repeating changes nothing', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const file = await write(
      'servers.ndjson',
      lines([
        { id: one, slug: 'a', name: 'A' },
        { id: one.toUpperCase(), slug: 'a', name: 'B' },
        { id: other, name: 'C' },
        { id: other, name: 'D' },
        { id: other, name: 'C' },
      ]),
    );
    const more = await write('servers-more.ndjson', lines([{ id: one, slug: 'a', name: 'E' }]));
    for (const counts of [
      { created: 2, unchanged: 1 },
      { created: 0, unchanged: 3 },
    ]) {
      const { code, stdout, stderr } = await cli.run(['import', file, more, '--json']);
      expect(code).toBe(1);
      expect(JSON.parse(stdout).files).toMatchObject([{ ...counts, updated: 0, refused: 2 }, { refused: 1 }]);
      expect(stderr).toBe(
        `${file}:2: id: is already in line 1, with other content\n${file}:4: id: is already in line 3, with other content\n${more}:1: id: is already in ${file}:1, with other content\n`,
      );
    }
    expect((await cli.json(['servers', 'list'])).servers).toMatchObject([{ name: 'A' }, { name: 'C' }]);
  });

  test('a server of another account is refused, not taken over', async () => {
    await cli.json(['accounts', 'create', '--username', 'tom']);
    const file = await write(
      'servers.ndjson',
      lines([
        { id: randomUUID(), slug: 'aurora', name: 'Aurora' },
        { id: randomUUID(), name: 'B' },
      ]),
    );
    await cli.json(['import', file, '--account', 'tom']);
    const { code, stderr } = await cli.run(['import', file, '--account', 'mirelle']);
    expect(code).toBe(1);
    expect(stderr).toContain(`${file}:1: id: belongs to a server of another account`);
    expect(stderr).toContain(`${file}:2: id: belongs to a server of another account`);
    expect((await cli.json(['servers', 'list', '--account', 'mirelle'])).servers).toEqual([]);
  });

  test('texts that a store would change are refused, so that a repeated import settles', async () => {
    const rows = ['name', 'description', 'image'].map((member) => ({
      id: randomUUID(),
      slug: member,
      name: 'A',
      [member]: 'a\0b',
    }));
    const broken = `{"id":"${randomUUID()}","slug":"x","name":"A\\ud800"}`;
    const { code, stderr } = await cli.run(['import', await write('servers.ndjson', `${lines(rows)}\n${broken}`)]);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(4);
    expect(await cli.json(['servers', 'list'])).toEqual({ servers: [] });
  });

  test('many rows go in as they are, in the order of the file', async () => {
    const rows = Array.from({ length: 1234 }, (_, index) => ({
      id: randomUUID(),
      slug: `s${index}`,
      name: `Server ${index}`,
    }));
    const file = await write('servers.ndjson', lines(rows));
    expect((await cli.json(['import', file])).files).toMatchObject([{ created: 1234 }]);
    const { servers } = await cli.json(['servers', 'list']);
    expect(servers).toMatchObject(rows);
  });
});

describe('which files', () => {
  test('a folder gives the files named after a collection; other data files are said to be skipped', async () => {
    const folder = join(cli.folder, 'export');
    await mkdir(join(folder, 'servers.json'), { recursive: true });
    await writeFile(join(folder, 'servers.ndjson'), lines([{ id: randomUUID(), slug: 'a', name: 'A' }]));
    await writeFile(join(folder, 'tricky.ndjson'), '{}');
    await writeFile(join(folder, 'README.md'), '#');
    const { code, stdout, stderr } = await cli.run(['import', folder, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).files).toMatchObject([{ file: join(folder, 'servers.ndjson'), created: 1 }]);
    expect(stderr).toBe(`Skipped ${join(folder, 'tricky.ndjson')}: no collection has this name.\n`);
  });

  test.each([
    [
      'things.ndjson',
      2,
      'is not named after a collection; rename it to COLLECTION.ndjson or COLLECTION.json, where COLLECTION is one of servers, games',
    ],
    ['servers.csv', 2, 'is not named after a collection'],
  ])('%s is bad usage', async (name, code, line) => {
    const result = await cli.run(['import', await write(name, '')]);
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(line) });
  });

  test('a path that does not exist, and a folder without such a file, are named', async () => {
    expect(await cli.run(['import', join(cli.folder, 'servers.ndjson')])).toMatchObject({
      code: 1,
      stderr: `PATH ${join(cli.folder, 'servers.ndjson')} does not exist.\n`,
    });
    await mkdir(join(cli.folder, 'empty'));
    expect(await cli.run(['import', join(cli.folder, 'empty')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no file named COLLECTION.ndjson or COLLECTION.json'),
    });
    expect(await cli.run(['import'])).toMatchObject({ code: 2 });
  });
});

describe('which account', () => {
  test('is never made silently, and must be named where there are several', async () => {
    const file = await write('servers.ndjson', lines([{ id: randomUUID(), slug: 'a', name: 'A' }]));
    expect(await cli.run(['import', file, '--account', 'nobody'])).toMatchObject({ code: 1 });
    await cli.json(['accounts', 'create', '--username', 'tom']);
    expect(await cli.run(['import', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--account is missing and there are 2 accounts'),
    });
    await cli.json(['accounts', 'delete', 'tom', '--yes']);
    await cli.json(['accounts', 'delete', 'mirelle', '--yes']);
    expect(await cli.run(['import', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('make one with `server-vote accounts create --username NAME`'),
    });
    expect(await cli.json(['accounts', 'list'])).toEqual({ accounts: [] });
    expect(await cli.json(['servers', 'list'])).toEqual({ servers: [] });
  });
});

test('a bar is drawn on a terminal only, and a report does not tear it', async () => {
  const rows = Array.from({ length: 900 }, (_, index) => ({
    id: randomUUID(),
    slug: `s${index}`,
    name: index === 5 ? '' : 'S',
  }));
  const file = await write('servers.ndjson', lines(rows));
  const shown = await cli.run(['import', file], { terminal: true });
  expect(shown.stderr).toContain('servers: ');
  expect(shown.stderr).toContain('%');
  expect(shown.stderr).toContain(`\r\u001b[2K${file}:6: name: must not be empty`);
  expect(shown.stdout).not.toContain('\u001b');
  const piped = await cli.run(['import', file]);
  expect(piped.stderr).toMatch(/^\S+:6: name: [^\n]*\n$/);
});

async function write(name: string, text: string): Promise<string> {
  const path = join(cli.folder, name);
  await writeFile(path, text);
  return path;
}

function lines(rows: readonly unknown[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n');
}
