import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { compressFolder } from './copy-pages.ts';
import { reportWidget, type WidgetFiles } from './report-widget.ts';
import { addressesOf, listFiles, newestOf, readReleases } from './widget-lists.ts';
import { writeManifest } from './write-manifest.ts';

/**
 * Makes the browser files in dist/widget, beside those of every release, and the modules of the npm package in
 * dist/elements. Writes dist/widget/files.json: what a snippet ought to name, what this build has made, and which folder
 * each address is served from. @returns whether every file is within its gate.
 */
export async function buildWidget(root: string): Promise<boolean> {
  const folder = join(root, 'dist/widget');
  const releasesDir = join(root, 'widget/releases');
  const files: WidgetFiles = JSON.parse(readFileSync(join(root, 'widget/files.json'), 'utf8'));
  const scripts = Object.keys(files.browser).flatMap((name) => [name, `${name}.classic`]);
  for (const mode of ['languages', ...scripts, 'package'])
    await build({ configFile: join(root, 'widget/vite.config.ts'), mode, logLevel: 'warn' });
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const built = listFiles(folder, version);
  if (existsSync(releasesDir)) cpSync(releasesDir, join(folder, 'releases'), { recursive: true });
  const releases = readReleases(releasesDir);
  const lists = { ...(newestOf(releases) ?? built), build: built, addresses: addressesOf(built, releases) };
  writeFileSync(join(folder, 'files.json'), `${JSON.stringify(lists, null, 2)}\n`);
  compressFolder(folder, 11);
  await completePackage(root);
  return reportWidget(join(root, 'dist'), files, built);
}

/** The package has types, those of frameworks too, and a manifest beside its modules. */
async function completePackage(root: string): Promise<void> {
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'widget/package.tsconfig.json')],
    { stdio: 'inherit' },
  );
  if (status !== 0) throw new Error('The types of the package could not be made.');
  cpSync(join(root, 'widget/typings'), join(root, 'dist/elements/types/widget/typings'), { recursive: true });
  await writeManifest(root);
}
