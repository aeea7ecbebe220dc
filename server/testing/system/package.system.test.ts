import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Packed, packProduct } from './packed.ts';
import { startServiceProcess } from './service-process.ts';

const execute = promisify(execFile);

describe('the npm package, packed and unpacked in an empty project', () => {
  let packed: Packed;
  beforeAll(async () => {
    packed = await packProduct();
  });
  afterAll(() => packed.remove());

  test('holds every file that its package.json names, and no source, test or map', async () => {
    const manifest = JSON.parse(await readPackaged('package.json'));
    const named = [
      ...pathsIn([manifest.exports, manifest.bin, manifest.types, manifest.main, manifest.customElements]),
    ];
    expect(named.length).toBeGreaterThan(10);
    for (const path of [...named, 'README.md', 'CHANGELOG.md', 'LICENSE', 'demo/content/servers.ndjson'])
      expect(packed.files, path).toContain(path.replace(/^\.\//, ''));
    expect(
      packed.files.filter((path) => /\.test\.|\/testing\/|\.map$|^(widget|server|e2e|scripts|bench)\//.test(path)),
    ).toEqual([]);
    expect(manifest.private).toBeUndefined();
  });

  test('every entry can be imported where there is no page, and defines nothing there', async () => {
    const { exports } = JSON.parse(await readPackaged('package.json'));
    const entries = Object.entries<{ default?: string }>(exports).filter(([, { default: path }]) =>
      path?.endsWith('.js'),
    );
    const found: Record<string, string[]> = {};
    for (const [entry] of entries) {
      const name = `server-vote${entry.slice(1)}`;
      const code = `const entry = await import(${JSON.stringify(name)});
console.log(JSON.stringify([...Object.keys(entry), ...('customElements' in globalThis ? ['a page'] : [])]));`;
      const { stdout, stderr } = await inProject('--input-type=module', '--eval', code);
      expect(stderr, name).toBe('');
      found[name] = JSON.parse(stdout);
    }
    expect(found).toMatchObject({
      'server-vote': expect.arrayContaining(['ServerVoteElement', 'VoteCastEvent']),
      'server-vote/define': ['defineServerVote'],
      'server-vote/proxy': ['createSiteProxy'],
    });
  });

  test('lists the entries with side effects, which bundlers must keep', async () => {
    const { exports, sideEffects } = JSON.parse(await readPackaged('package.json'));
    const entries: string[] = Object.keys(exports);
    const definitions = entries.filter((name) => name.endsWith('define')).map((name) => exports[name].default);
    expect(sideEffects).toEqual(expect.arrayContaining(definitions));
    expect(sideEffects).not.toContain(exports['.'].default);
  });

  test('has a manifest of its elements that names shipped files only', async () => {
    const manifest = JSON.parse(await readPackaged('package.json'));
    const { modules } = JSON.parse(await readPackaged(manifest.customElements));
    expect(modules.length).toBeGreaterThan(1);
    for (const { path } of modules) expect(packed.files).toContain(path);
    const described: string[] = modules.flatMap(({ declarations }: { declarations: { name: string }[] }) =>
      declarations.map(({ name }) => name),
    );
    const { stdout } = await inProject(
      '--input-type=module',
      '--eval',
      "console.log(JSON.stringify(Object.keys(await import('server-vote'))))",
    );
    expect(described.sort()).toEqual(JSON.parse(stdout).sort());
    const definitions = modules.flatMap((module: { exports: { kind: string; name: string }[] }) => module.exports);
    expect(definitions).toContainEqual(
      expect.objectContaining({ kind: 'custom-element-definition', name: 'server-vote' }),
    );
  });

  test('serves the demo with its own command, browser files and content', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'server-vote-packed-data-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const { bin } = JSON.parse(await readPackaged('package.json'));
    const service = await startServiceProcess({
      cli: join(packed.folder, 'node_modules/server-vote', bin['server-vote']),
      args: ['--demo'],
      env: { DATA_DIR: dataDir, METRICS_PORT: 'off' },
    });
    onTestFinished(() => service.kill());
    for (const path of ['/', '/docs', '/openapi.json', '/widget/v1/server-vote.js', '/demo/media/lantern-weather.svg'])
      expect((await fetch(service.url + path)).status, path).toBe(200);
  });

  function readPackaged(path: string): Promise<string> {
    const found = join(packed.folder, 'node_modules/server-vote', path);
    if (!existsSync(found)) throw new Error(`${path} is not in the package.`);
    return readFile(found, 'utf8');
  }

  function inProject(...args: readonly string[]) {
    return execute(process.execPath, args, { cwd: packed.folder });
  }
});

/** Every path in a member of package.json, however deep. */
function* pathsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* pathsIn(inner);
}
