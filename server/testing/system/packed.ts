import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The package as npm would publish it, unpacked in a project of its own. */
export interface Packed {
  /** The project, whose node_modules hold the package and what it depends on. */
  readonly folder: string;
  /** Path of each file in the package. */
  readonly files: readonly string[];
  remove(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, '../../..');
const execute = promisify(execFile);

/** Packs the built product and unpacks it as a dependency of an empty project. Asks no registry. */
export async function packProduct(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'server-vote-packed-'));
  const { files } = await unpackProduct(folder);
  const { dependencies }: { dependencies: object } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const place = join(folder, 'node_modules', name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), place);
  }
  return { folder, files, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Packs the built product into the node_modules of a folder, in place of what is there. */
export async function unpackProduct(folder: string): Promise<{ files: string[] }> {
  const place = join(folder, 'node_modules/server-vote');
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const options = ['--json', '--ignore-scripts', '--pack-destination', place];
  const { stdout } = await execute('npm', ['pack', ...options], { cwd: ROOT, maxBuffer: 64 << 20 });
  const [packed]: { filename: string; files: { path: string }[] }[] = JSON.parse(stdout);
  if (packed === undefined) throw new Error('npm packed nothing.');
  const archive = join(place, packed.filename);
  await execute('tar', ['-xzf', archive, '-C', place, '--strip-components=1']);
  await rm(archive);
  return { files: packed.files.map(({ path }) => path) };
}
