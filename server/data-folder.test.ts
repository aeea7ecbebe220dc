import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolderError, makeDataFolder, makePrivateFile, tryDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'server-vote-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a folder is made with all above it, for this user alone, and again is no fault', async () => {
  const path = join(folder, 'a', 'b', 'c');
  makeDataFolder(path);
  makeDataFolder(path);
  for (const made of [path, join(folder, 'a')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  makePrivateFile(join(path, 'file'));
  expect((await stat(join(path, 'file'))).mode & 0o777).toBe(0o600);
});

test('trying a folder leaves nothing behind, whether it is there or not', async () => {
  tryDataFolder(join(folder, 'a', 'b'));
  expect(await readdir(folder)).toEqual([]);
  await mkdir(join(folder, 'there'));
  tryDataFolder(join(folder, 'there'));
  expect(await readdir(join(folder, 'there'))).toEqual([]);
});

test.each([
  ['a file', 'file', /file is a file; name another folder/],
  ['a path through a file', 'file/data', /file is a file; name another folder/],
  ['a path deep through a file', 'file/a/b', /file is a file; name another folder/],
  ['a device', '/dev/null', /\/dev\/null is a file/],
  ['where nobody may make a folder', '/sys/server-vote', /\/sys.* name another folder/],
  ['where no folder can be', '/proc/server-vote', /\/proc.* name another folder/],
  ['deep where no folder can be', '/proc/server-vote/data', /\/proc.* name another folder/],
  ['a name that is too long', 'x'.repeat(300), /ENAMETOOLONG/],
])('%s is refused at once: DATA_DIR is named, and what is wrong', async (_name, path, reason) => {
  await writeFile(join(folder, 'file'), '');
  const wrong = path.startsWith('/') ? path : join(folder, path);
  for (const use of [makeDataFolder, tryDataFolder]) {
    expect(() => use(wrong)).toThrow(DataFolderError);
    expect(() => use(wrong)).toThrow(`DATA_DIR must be a folder that this user can write, and ${wrong} is none: `);
    expect(() => use(wrong)).toThrow(reason);
  }
});
