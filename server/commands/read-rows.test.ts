import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRows, type SourceRow } from './read-rows.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-rows-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('NDJSON', () => {
  test('each line is a row with its number; blank lines, Windows line ends and a byte order mark are no rows', async () => {
    const rows = await readText('a.ndjson', '\ufeff{"a":1}\r\n\r\n  \n[2]\nnull');
    expect(rows.map(shortOf)).toEqual([
      [1, null, { a: 1 }],
      [4, null, [2]],
      [5, null, null],
    ]);
  });

  test('a line that is not JSON, or not UTF-8, is a fault of that line alone', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":\n'), Buffer.from([0x22, 0xff, 0x22, 0x0a]), Buffer.from('"ok"\n')]);
    const rows = await readBytes('b.ndjson', bytes);
    expect(rows.map((row) => row.line)).toEqual([1, 2, 3]);
    expect(rows[0]?.fault).toMatchObject({ member: 'row', reason: expect.stringMatching(/^must be JSON \(/) });
    expect(rows[1]?.fault).toEqual({ member: 'row', reason: 'must be UTF-8 text' });
    expect(rows[2]).toMatchObject({ value: 'ok', fault: null });
  });

  test('a character that is split between two reads arrives whole', async () => {
    const name = '千'.repeat(60_000);
    expect((await readText('c.ndjson', `"${name}"\n"x"`)).map(shortOf)).toEqual([
      [1, null, name],
      [2, null, 'x'],
    ]);
  });

  test('a line of more than 8 MiB is refused without being kept, and the next one is read', async () => {
    const rows = await readText('d.ndjson', `"${'x'.repeat(9 * 1024 * 1024)}"\n"next"\n`);
    expect(rows).toMatchObject([
      { line: 1, fault: { member: 'row', reason: 'must have at most 8388608 bytes' } },
      { line: 2, value: 'next' },
    ]);
  });

  test('an empty file has no rows', async () => {
    expect(await readText('e.ndjson', '')).toEqual([]);
  });
});

describe('a JSON array', () => {
  test('each element is a row with its line and index, whatever its strings hold', async () => {
    const elements = ['a,b]', { deep: [{ x: '}"\\' }, ['[', '{']] }, -1.5e3, true, null, [], '\\\\', 'é千🎮'];
    const rows = await readText('a.json', `\ufeff\n${JSON.stringify(elements, null, 1)}\n`);
    expect(rows.map((row) => ('value' in row ? row.value : row.fault))).toEqual(elements);
    expect(rows.map((row) => row.index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(rows[0]?.line).toBe(3);
    expect(rows[7]?.line).toBe(20);
  });

  test('it may be empty, and on one line', async () => {
    expect(await readText('b.json', ' [ ] ')).toEqual([]);
    expect((await readText('c.json', '[1,2]')).map(shortOf)).toEqual([
      [1, 0, 1],
      [1, 1, 2],
    ]);
  });

  test('one bad element does not lose the others', async () => {
    const rows = await readText('d.json', '[1,\n tru,\n 3]');
    expect(rows).toMatchObject([
      { value: 1 },
      { line: 2, index: 1, fault: { member: 'row' } },
      { line: 3, index: 2, value: 3 },
    ]);
  });

  test.each([
    ['{"servers": []}', 'must hold a JSON array, or be named .ndjson', 1],
    ['', 'is empty; it must hold a JSON array', 1],
    ['[1,\n2', 'ends before the array is closed; is it complete?', 2],
    ['[1,]', 'has a comma too many', 1],
    ['[1]\n[2]', 'goes on after the end of the array', 2],
  ])('%j is a fault of the file', async (text, reason, line) => {
    const rows = await readText('e.json', text);
    expect(rows.at(-1)).toEqual({ line, index: null, fault: { member: 'file', reason } });
  });

  test('an element of more than 8 MiB, such as a missing quote makes, ends the reading with its line', async () => {
    const rows = await readText('f.json', `[1,\n"${'x'.repeat(9 * 1024 * 1024)}", 2]`);
    expect(rows).toMatchObject([
      { value: 1 },
      { line: 2, fault: { member: 'file', reason: expect.stringContaining('quote') } },
    ]);
  });
});

test('every byte of the file is counted for the progress bar', async () => {
  const text = `${'{"a":1}\n'.repeat(50_000)}`;
  await writeFile(join(folder, 'g.ndjson'), text);
  let bytes = 0;
  let rows = 0;
  for await (const _row of readRows(join(folder, 'g.ndjson'), (count) => {
    bytes += count;
  }))
    rows += 1;
  expect([bytes, rows]).toEqual([text.length, 50_000]);
});

function readText(name: string, text: string): Promise<SourceRow[]> {
  return readBytes(name, Buffer.from(text));
}

async function readBytes(name: string, bytes: Buffer): Promise<SourceRow[]> {
  await writeFile(join(folder, name), bytes);
  const rows: SourceRow[] = [];
  for await (const row of readRows(join(folder, name), () => undefined)) rows.push(row);
  return rows;
}

function shortOf(row: SourceRow): unknown[] {
  return [row.line, row.index, 'value' in row ? row.value : row.fault];
}
