import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { newResource, newUser } from '../store/suites/content-builders.ts';
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

/** Bytes in use of the part of the heap that the quick collections leave alone. */
function oldBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ?? Number.NaN;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
