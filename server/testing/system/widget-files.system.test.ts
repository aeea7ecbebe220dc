import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listFiles, newestOf, readReleases } from '../../../scripts/build/widget-lists.ts';
import { createInstallation, type Installation } from './installation.ts';
import type { ServiceProcess } from './service-process.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const RELEASES = join(ROOT, 'widget/releases');
const BUILT = join(ROOT, 'dist/widget');
const releases = readReleases(RELEASES);
const { build, version, files } = JSON.parse(readFileSync(join(BUILT, 'files.json'), 'utf8'));
const { browser } = JSON.parse(readFileSync(join(ROOT, 'widget/files.json'), 'utf8'));
const MAJOR = `v${build.version.split('.')[0]}`;

const MAJORS = 'public, max-age=3600, stale-while-revalidate=86400';
const IMMUTABLE = 'public, max-age=31536000, immutable';

describe('browser files of the built product', () => {
  let installation: Installation;
  let service: ServiceProcess;
  beforeAll(async () => {
    installation = await createInstallation();
    service = await installation.start();
  });
  afterAll(() => installation.close());

  test.each([
    { list: 'this build, by its major version', name: MAJOR, hashes: build.files, caching: MAJORS },
    ...releases.map((release) => ({
      list: `release ${release.version}`,
      name: release.version,
      hashes: release.files,
      caching: IMMUTABLE,
    })),
    ...(newestOf(releases)?.version === build.version
      ? []
      : [
          { list: 'this build, by its version', name: build.version, hashes: build.files, caching: 'public, no-cache' },
        ]),
  ])('every address of $list answers with the bytes of its hash', async ({ name, hashes, caching }) => {
    for (const [file, integrity] of Object.entries<string>(hashes)) {
      for (const encoding of ['br', 'identity']) {
        const answer = await fetch(`${service.url}/widget/${name}/${file}`, {
          headers: { 'Accept-Encoding': encoding },
        });
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(answer.status, file).toBe(200);
        expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`, file).toBe(integrity);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'access-control-allow-origin': '*',
          'cache-control': caching,
          'content-type': 'text/javascript; charset=utf-8',
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
          vary: 'Accept-Encoding',
        });
      }
    }
  });

  test('the build has every file that is listed for it, as a module and as a plain script, and every language', () => {
    const scripts = Object.keys(browser).flatMap((name) => [`${name}.js`, `${name}.classic.js`]);
    const languages = ['languages', 'resource-languages'].flatMap((folder) =>
      readdirSync(join(ROOT, 'widget', folder)).map((name) => `${folder}/${name.replace('.ts', '.js')}`),
    );
    expect(Object.keys(build.files).sort()).toEqual([...scripts, ...languages].sort());
  });

  test('what snippets ought to name is the newest release, else this build', () => {
    expect({ version, files }).toEqual(newestOf(releases) ?? build);
  });

  test('a build with the version of a release has its bytes', () => {
    const released = releases.find((release) => release.version === build.version);
    expect(listFiles(BUILT, build.version)).toEqual(released ?? build);
  });

  test('every committed folder of files is in the list of releases', () => {
    const folders = readdirSync(RELEASES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(releases.map((release) => release.version).sort());
  });

  test('a version that there never was is not found', async () => {
    expect((await fetch(`${service.url}/widget/0.0.1/server-vote.js`)).status).toBe(404);
  });
});
