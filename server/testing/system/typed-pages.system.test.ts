import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { unpackProduct } from './packed.ts';

const PAGES = resolve(import.meta.dirname, '../../../e2e/typed-pages');
const INSTALL_MS = 240_000;
const CHECK_MS = 180_000;
const execute = promisify(execFile);

/** Each kind of page: its files, its checker, and how that one writes a fault with its file, line and code. */
const KINDS = [
  { kind: 'html', page: 'page.ts', checker: ['tsc', '-p'], fault: /^(.+)\((\d+),\d+\): error (TS\d+): /gm },
  { kind: 'react', page: 'page.tsx', checker: ['tsc', '-p'], fault: /^(.+)\((\d+),\d+\): error (TS\d+): /gm },
  { kind: 'vue', page: 'page.vue', checker: ['vue-tsc', '-p'], fault: /^(.+)\((\d+),\d+\): error (TS\d+): /gm },
  {
    kind: 'svelte',
    page: 'page.svelte',
    checker: ['svelte-check', '--output', 'machine-verbose', '--tsconfig'],
    fault: /^\d+ \{"type":"ERROR","filename":"([^"]+)","start":\{"line":(\d+),.*"code":(\d+)/gm,
  },
] as const;

describe('a page that uses the types of the packed package', () => {
  beforeAll(async () => {
    if (!(await isInstalled())) await execute('npm', ['ci', '--no-progress'], { cwd: PAGES });
    await unpackProduct(PAGES);
  }, INSTALL_MS);

  test.each(KINDS)(
    'in $kind may use every attribute, member and event, and is told of each mistake on its line',
    async ({ kind, page, checker, fault }) => {
      const name = page.replace('page', 'mistakes');
      const lines = (await readFile(join(PAGES, kind, name), 'utf8')).split('\n');
      const expected = lines.flatMap((line, index) => {
        const codes = /(?:\/\/|<!--)((?: TS\d+)+)(?: -->)?$/.exec(line)?.[1] ?? '';
        return [...codes.matchAll(/TS\d+/g)].map((code) => `${kind}/${name} ${index + 1} ${code}`);
      });
      expect(expected.length).toBeGreaterThan(5);
      expect(await check(checker, `${kind}/tsconfig.json`, fault)).toEqual(expected);
    },
    CHECK_MS,
  );
});

/** What a checker finds: file, line and code of each fault, in order. */
async function check([tool, ...options]: readonly [string, ...string[]], project: string, fault: RegExp) {
  const run = execute(join('node_modules/.bin', tool), [...options, project], { cwd: PAGES });
  const { code, stdout } = await run.then(
    (done) => ({ code: 0, stdout: done.stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  const faults = [...stdout.matchAll(fault)].map(([, file, line, found]) => {
    const isZeroBased = tool === 'svelte-check';
    return `${file} ${Number(line) + (isZeroBased ? 1 : 0)} TS${String(found).replace('TS', '')}`;
  });
  // A checker that fails without a fault that can be read has not checked anything.
  if ((code === 0) !== (faults.length === 0)) throw new Error(`${tool} ended with ${code}:\n${stdout}`);
  return faults;
}

/** npm writes the inner lock last; one that is older than the lock is of other versions. */
async function isInstalled(): Promise<boolean> {
  const [installed, locked] = await Promise.all(
    ['node_modules/.package-lock.json', 'package-lock.json'].map(async (name) => {
      const found = await stat(join(PAGES, name)).catch(() => null);
      return found?.mtimeMs ?? 0;
    }),
  );
  return installed! >= locked!;
}
