import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addressesOf, listFiles, newestOf, readReleases } from '../build/widget-lists.ts';
import { releaseWidget } from './release-widget.ts';

const RELEASES = resolve(import.meta.dirname, '../../widget/releases');

/** A folder of built files of a version, beside one for releases. */
function build() {
  const root = mkdtempSync(join(tmpdir(), 'release-widget-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const builtDir = join(root, 'widget');
  const releasesDir = join(root, 'releases');
  return {
    releasesDir,
    release(version: string, files: Record<string, string>) {
      rmSync(builtDir, { recursive: true, force: true });
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(builtDir, name)), { recursive: true });
        writeFileSync(join(builtDir, name), text);
      }
      writeFileSync(join(builtDir, 'files.json'), JSON.stringify({ build: listFiles(builtDir, version) }));
      return releaseWidget(builtDir, releasesDir);
    },
  };
}

test('a release keeps every built file, and the hash of each', () => {
  const { release, releasesDir } = build();
  release('1.0.0', { 'a.js': 'a', 'languages/de.js': 'de' });
  release('1.1.0', { 'a.js': 'aa' });
  expect(readFileSync(join(releasesDir, '1.0.0/languages/de.js'), 'utf8')).toBe('de');
  expect(readReleases(releasesDir)).toEqual(['1.0.0', '1.1.0'].map((v) => listFiles(join(releasesDir, v), v)));
});

test('a version is never released with other bytes, another file, or one file less', () => {
  const { release, releasesDir } = build();
  release('1.0.0', { 'a.js': 'a', 'b.js': 'b' });
  expect(release('1.0.0', { 'a.js': 'a', 'b.js': 'b' })).toMatch(/already/);
  for (const files of [{ 'a.js': 'a', 'b.js': 'B' }, { 'a.js': 'a' }, { 'a.js': 'a', 'b.js': 'b', 'c.js': 'c' }])
    expect(() => release('1.0.0', files)).toThrow(/other bytes: [bc]\.js/);
  expect(readFileSync(join(releasesDir, '1.0.0/b.js'), 'utf8')).toBe('b');
});

test('a version under way is not released', () => {
  const { release, releasesDir } = build();
  expect(() => release('1.1.0-dev', { 'a.js': 'a' })).toThrow(/under way/);
  expect(readReleases(releasesDir)).toEqual([]);
});

test('the build stands for its own major version, and releases for themselves and older ones', () => {
  const list = (version: string) => ({ version, files: {} });
  const releases = ['1.9.0', '1.10.0', '2.0.0'].map(list);
  expect(newestOf(releases)).toEqual(list('2.0.0'));
  expect(addressesOf(list('2.1.0-dev'), releases)).toEqual({
    v1: 'releases/1.10.0',
    v2: '.',
    '2.1.0-dev': '.',
    '1.9.0': 'releases/1.9.0',
    '1.10.0': 'releases/1.10.0',
    '2.0.0': 'releases/2.0.0',
  });
  expect(addressesOf(list('2.0.0'), releases)['2.0.0']).toBe('releases/2.0.0');
});

test('the list of releases is exactly the files that are committed', () => {
  for (const { version, files } of readReleases(RELEASES))
    expect(listFiles(join(RELEASES, version), version).files).toEqual(files);
});
