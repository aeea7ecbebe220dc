import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The browser files of one version: the integrity hash of each by its name. */
export interface FileList {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The browser files as they lie in a folder. Those of releases, which may lie inside, are not among them. */
export function listFiles(folder: string, version: string): FileList {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => name.endsWith('.js') && !name.startsWith('releases/'))
    .sort();
  return { version, files: Object.fromEntries(names.map((name) => [name, integrityOf(join(folder, name))])) };
}

/** Every release there has been, oldest first, from the list that is committed beside their files. */
export function readReleases(releasesDir: string): FileList[] {
  const path = join(releasesDir, 'integrity.json');
  if (!existsSync(path)) return [];
  const lists: Record<string, FileList['files']> = JSON.parse(readFileSync(path, 'utf8'));
  return Object.entries(lists)
    .map(([version, files]) => ({ version, files }))
    .sort((a, b) => compareVersions(a.version, b.version));
}

/** The newest release, of one major version where that is asked. */
export function newestOf(releases: readonly FileList[], major?: string): FileList | undefined {
  return releases.findLast(({ version }) => major === undefined || majorOf(version) === major);
}

/**
 * The folder that each address `/widget/{name}/` is served from, seen from dist/widget. The build stands for its own major
 * version, so that what is tested is what is served; older ones stay at their newest release.
 */
export function addressesOf(built: FileList, releases: readonly FileList[]): Record<string, string> {
  const folderOf = ({ version }: FileList) => `releases/${version}`;
  const majors = releases.map((release) => [majorOf(release.version), folderOf(release)]);
  return {
    ...Object.fromEntries(majors),
    [majorOf(built.version)]: '.',
    [built.version]: '.',
    ...Object.fromEntries(releases.map((release) => [release.version, folderOf(release)])),
  };
}

function majorOf(version: string): string {
  return `v${version.split('.')[0]}`;
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function integrityOf(path: string): string {
  return `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`;
}
