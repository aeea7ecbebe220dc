import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newResource, newUser } from '../store/suites/content-builders.ts';
import { collectGarbage, oldBytes } from '../testing/heap.ts';
import { createTestCli } from '../testing/test-cli.ts';

const ROWS = 6_000;

test('an import leaves nothing of its rows among the old objects, which grow until the heap is full', async () => {
  const cli = await createTestCli();
  const path = join(cli.folder, 'resources.ndjson');
  const importRows = async () => {
    await writeFile(path, Array.from({ length: ROWS }, newLine).join(''));
    collectGarbage();
    const before = oldBytes();
    expect(await cli.json(['import', path])).toMatchObject({ files: [{ created: ROWS, refused: 0 }] });
    return (oldBytes() - before) / ROWS;
  };
  // What a process makes once, such as the code of what runs often, is made by then.
  await importRows();
  const bytesARow = await importRows();
  expect(bytesARow).toBeLessThan(300);
  await cli.close();
});

function newLine(): string {
  return `${JSON.stringify(newResource({ user: newUser() }))}\n`;
}
