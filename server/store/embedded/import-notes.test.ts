import { randomUUID } from 'node:crypto';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImportNotes, NotedReference } from '../import-notes.ts';
import { openImportNotes } from './import-notes.ts';

let notes: ImportNotes;
beforeEach(() => {
  notes = openImportNotes();
});
afterEach(() => notes.close());

const place = (line: number, file = 'resources.ndjson') => ({ file, line, index: null });
const digest = (text: string) => Buffer.from(text);

test('the first row of an id is kept with its place, in each collection and file', () => {
  const id = randomUUID();
  const inArray = { file: 'more/resources.json', line: 7, index: 3 };
  expect(notes.noteRow('resources', id, { place: inArray, digest: digest('first') })).toBeNull();
  expect(notes.noteRow('teams', id, { place: place(1), digest: digest('team') })).toBeNull();
  for (const line of [1, 2]) {
    const first = notes.noteRow('resources', id, { place: place(line), digest: digest('later') });
    expect(first?.place).toEqual(inArray);
    expect(Buffer.from(first?.digest ?? []).toString()).toBe('first');
  }
  expect([notes.hasRow('resources', id), notes.hasRow('teams', id), notes.hasRow('users', id)]).toEqual([
    true,
    true,
    false,
  ]);
});

test('references add up their rows, keep the first one, and are read in their order, part by part', () => {
  const reference = (id: string, line: number): NotedReference => ({
    collection: 'users',
    id,
    member: `members[${line}]`,
    place: place(line),
    rows: 2,
  });
  notes.noteReferences([reference('b', 1), reference('a', 2)]);
  notes.noteReferences([
    reference('c', 3),
    { ...reference('b', 4), rows: 5 },
    { ...reference('b', 5), collection: 'teams' },
  ]);
  const first = notes.readReferences('users', 0, 2);
  expect(first.map(({ num: _num, ...rest }) => rest)).toEqual([{ ...reference('b', 1), rows: 7 }, reference('a', 2)]);
  expect(notes.readReferences('users', first.at(-1)!.num, 2).map(({ id }) => id)).toEqual(['c']);
  expect(notes.readReferences('teams', 0, 2).map(({ member }) => member)).toEqual(['members[5]']);
  expect(notes.readReferences('games', 0, 2)).toEqual([]);
});

test('many notes are on the disk, in a file that has no name any more and goes when they are closed', () => {
  const before = unnamedBytes();
  const ids = Array.from({ length: 30_000 }, () => randomUUID());
  for (const [at, id] of ids.entries())
    notes.noteRow('resources', id, { place: place(at), digest: Buffer.alloc(32, at) });
  expect(unnamedBytes() - before).toBeGreaterThan(1024 * 1024);
  for (const at of [0, 12_345, 29_999]) {
    expect(notes.noteRow('resources', ids[at]!, { place: place(0), digest: digest('') })?.place.line).toBe(at);
  }
  notes.close();
  expect(unnamedBytes()).toBe(before);
});

/** Bytes of files that SQLite made for this process and that no folder names, as Linux tells of open files. */
function unnamedBytes(): number {
  const links = readdirSync('/proc/self/fd').map((fd) => `/proc/self/fd/${fd}`);
  return links.filter(isUnnamed).reduce((sum, link) => sum + statSync(link).size, 0);
}

function isUnnamed(link: string): boolean {
  try {
    return /etilqs_.* \(deleted\)$/.test(readlinkSync(link));
  } catch {
    // The descriptor that listed the folder is closed by now.
    return false;
  }
}
