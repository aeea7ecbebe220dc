import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileList, listFiles, readReleases } from '../build/widget-lists.ts';

/**
 * Puts the built browser files into the folder of their version, and their hashes into the list of all releases. What was
 * released once stays as it is, since pages name it with its hash. @returns what was done, for a person
 * @throws Error when the version is none that can be released, or was released with other bytes.
 */
export function releaseWidget(builtDir: string, releasesDir: string): string {
  const { build }: { build: FileList } = JSON.parse(readFileSync(join(builtDir, 'files.json'), 'utf8'));
  const { version, files } = build;
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(
      `${version} is a version under way. Set the one to release in package.json and widget/shared/version.ts.`,
    );
  const folder = join(releasesDir, version);
  if (existsSync(folder)) {
    const kept = listFiles(folder, version).files;
    const others = [...new Set([...Object.keys(files), ...Object.keys(kept)])].filter(
      (name) => kept[name] !== files[name],
    );
    if (others.length === 0) return `${version} is released already, with these bytes.`;
    throw new Error(`${version} was released with other bytes: ${others.join(', ')}. Set a higher version.`);
  }
  for (const name of Object.keys(files)) cpSync(join(builtDir, name), join(folder, name));
  mkdirSync(releasesDir, { recursive: true });
  const lists = [...readReleases(releasesDir), build].map((list) => [list.version, list.files]);
  writeFileSync(join(releasesDir, 'integrity.json'), `${JSON.stringify(Object.fromEntries(lists), null, 2)}\n`);
  return `${version} is released: ${Object.keys(files).length} files in ${folder}. Commit them.`;
}
