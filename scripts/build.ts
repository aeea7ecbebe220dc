import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildWidget } from './build/build-widget.ts';
import { compressFolder, copyPages } from './build/copy-pages.ts';

/** Builds the product into dist: the server as JavaScript, its Lua beside it, and the files of the pages and the demo. */
const ROOT = process.cwd();
const DIST = join(ROOT, 'dist');

rmSync(DIST, { recursive: true, force: true });
run('typescript/bin/tsc', ['-p', 'server']);
// Websites that mount the proxy in an app of their own get its types.
run('typescript/bin/tsc', ['-p', 'server/proxy.tsconfig.json']);
copyLua();
copyPages(ROOT, join(DIST, 'pages'));
buildDemo();
compressFolder(join(DIST, 'pages'));
if (!(await buildWidget(ROOT))) process.exit(1);

/** The pictures of the demo's content have addresses of their own. */
function buildDemo(): void {
  run('vite/bin/vite.js', ['build', 'demo', '--logLevel', 'warn']);
  cpSync(join(ROOT, 'demo/content/media'), join(DIST, 'pages/demo/media'), { recursive: true });
}

/** The compiler leaves scripts for Redis behind. */
function copyLua(): void {
  for (const entry of readdirSync(join(ROOT, 'server'), { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.lua')) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(DIST, relative(ROOT, from));
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
}

function run(tool: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', tool), ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
