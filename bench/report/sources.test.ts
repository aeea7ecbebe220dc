import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeSources, differenceOf, type Git, nameOfSources } from './sources.ts';

const FILES: Readonly<Record<string, string>> = {
  'dist/server/cli.js': 'serve()',
  'dist/server/cli.js.map': '{}',
  'bench/bench.ts': 'bench()',
  'bench/options.test.ts': 'test()',
  'bench/report/tables.ts': 'table()',
};

function newProject(files: Readonly<Record<string, string>> = FILES): string {
  const root = mkdtempSync(join(tmpdir(), 'sources-'));
  for (const [path, text] of Object.entries(files)) write(root, path, text);
  return root;
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Git in a project whose tree has these changes. */
function gitOf(top: string, changes: string): Git {
  return ([command]) => ({ 'rev-parse': top, log: '1a2b3c4 of 2026-01-02', status: changes })[String(command)] ?? null;
}

describe('describeSources', () => {
  test('a project without git is known by what was built', () => {
    const sources = describeSources(newProject(), () => null);
    expect(sources).toEqual({ commit: null, isChanged: false, product: expect.any(String), bench: expect.any(String) });
    expect(nameOfSources(sources)).toBe(`an archive without commits, product ${sources.product}`);
    expect(describeSources(newProject()).commit).toBeNull();
  });

  test('what was unpacked inside of another project is no commit of that', () => {
    expect(describeSources(newProject(), gitOf(tmpdir(), '')).commit).toBeNull();
  });

  test('a commit is named, and so is that there is more than it', () => {
    const root = newProject();
    expect(nameOfSources(describeSources(root, gitOf(root, '')))).toBe('commit 1a2b3c4 of 2026-01-02');
    const changed = describeSources(root, gitOf(root, ' M server/app.ts'));
    expect(nameOfSources(changed)).toBe(
      `commit 1a2b3c4 of 2026-01-02, with changes that were not committed, product ${changed.product}`,
    );
  });

  test('the same files are the same sources wherever they are', () => {
    const reversed = Object.fromEntries(Object.entries(FILES).reverse());
    expect(describeSources(newProject())).toEqual(describeSources(newProject(reversed)));
  });

  test.each([
    ['dist/server/cli.js', 'another state of the product'],
    ['dist/server/new.js', 'another state of the product'],
    ['package-lock.json', 'another state of the product'],
    ['bench/bench.ts', 'another state of the benchmark'],
    ['dist/server/cli.js.map', null],
    ['bench/options.test.ts', null],
    ['bench/report/tables.ts', null],
  ])('a change of %s makes %s', (path, difference) => {
    const root = newProject();
    const before = describeSources(root);
    write(root, path, 'changed()');
    expect(differenceOf(before, describeSources(root))).toBe(difference);
  });

  test('where a file ends is part of it, whatever stands in it', () => {
    const two = newProject({ ...FILES, 'dist/a.js': 'a', 'dist/b.js': 'b' });
    const one = newProject({ ...FILES, 'dist/a.js': 'ab.js\0b' });
    expect(differenceOf(describeSources(two), describeSources(one))).not.toBeNull();
  });
});
