import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';

const folder = process.env.REAL_DATA ?? '';
let cli: TestCli;

beforeEach(async () => {
  if (folder === '') throw new Error('REAL_DATA must name the folder of the real data.');
  cli = await createTestCli();
  await cli.json(['accounts', 'create', '--username', 'mirelle']);
});

afterEach(() => cli.close());

test('every real server goes in as it is, but the one without a name, and again changes nothing', async () => {
  const file = join(folder, 'servers.ndjson');
  const rows = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const nameless = rows.findIndex((row) => row.name.trim() === '');
  const refusedRow = {
    file,
    line: nameless + 1,
    index: null,
    member: 'name',
    reason: 'must not be empty: a server without a name cannot be voted for',
  };
  for (const counts of [
    { created: 4096, unchanged: 0 },
    { created: 0, unchanged: 4096 },
  ]) {
    const { code, stdout } = await cli.run(['import', file, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      files: [{ file, collection: 'servers', updated: 0, refused: 1, ...counts }],
      refusedRows: [refusedRow],
    });
  }
  const { servers } = await cli.json(['servers', 'list']);
  const members = ({ id, slug, name, description, image }: Record<string, unknown>) => ({
    id,
    slug,
    name,
    description,
    image,
  });
  expect(Array.isArray(servers) ? servers.map(members) : []).toEqual(
    rows.filter((row) => row.name !== '').map(members),
  );
});

test('the trickiest real servers are found by their slugs and shown in aligned tables', async () => {
  await cli.run(['import', join(folder, 'servers.ndjson')]);
  const tricky = (await readFile(join(folder, 'tricky.ndjson'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const rows = tricky.filter(({ kind, row }) => kind === 'servers' && row.name !== '').map(({ row }) => row);
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    expect(await cli.json(['stats', '--server', row.slug])).toMatchObject({
      server: { id: row.id, name: row.name },
      total: 0,
    });
  }
});

test('the whole folder is imported, and what belongs to no collection is named', async () => {
  const { code, stdout, stderr } = await cli.run(['import', folder, '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout).files).toContainEqual(expect.objectContaining({ collection: 'servers', created: 4096 }));
  expect(stderr).toContain(`Skipped ${join(folder, 'tricky.ndjson')}: no collection has this name.`);
});
