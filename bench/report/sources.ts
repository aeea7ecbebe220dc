import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Of what the figures of a run are. */
export interface Sources {
  /** Short id and day of the commit; `null` where git knows nothing of this folder, as of an unpacked archive. */
  readonly commit: string | null;
  /** Is there something that the commit does not have? */
  readonly isChanged: boolean;
  /** Hash over what was built and the versions of all libraries, which is what was measured. */
  readonly product: string;
  /** Hash over what measured it. */
  readonly bench: string;
}

/** Runs git with these arguments. @returns what it says, or `null` where it cannot */
export type Git = (args: readonly string[]) => string | null;

/** The pages are written by the bench itself, so that they are no change of what is measured. */
const EXCEPT_DOCUMENTS = [':/', ':(top,exclude)docs'];

/** Looks at the built product, the benchmarks and the commit under `root`. */
export function describeSources(root: string, git: Git = gitIn(root)): Sources {
  return {
    ...readCommit(root, git),
    product: hashOf(join(root, 'dist'), (path) => !path.endsWith('.map'), readIfThere(join(root, 'package-lock.json'))),
    // How the pages are written measures nothing.
    bench: hashOf(
      join(root, 'bench'),
      (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('report/'),
    ),
  };
}

/** What a reader can find them by. */
export function nameOfSources({ commit, isChanged, product }: Sources): string {
  if (commit === null) return `an archive without commits, product ${product}`;
  return isChanged ? `commit ${commit}, with changes that were not committed, product ${product}` : `commit ${commit}`;
}

/** In what some sources differ from those of a page, in words; `null` where they are the same. */
export function differenceOf(some: Sources, page: Sources): string | null {
  if (some.product !== page.product) return 'another state of the product';
  return some.bench === page.bench ? null : 'another state of the benchmark';
}

function readCommit(root: string, git: Git): Pick<Sources, 'commit' | 'isChanged'> {
  const top = git(['rev-parse', '--show-toplevel']);
  // An archive that was unpacked inside of some other project is not a commit of that.
  if (top === null || !existsSync(top) || realpathSync(top) !== realpathSync(root)) {
    return { commit: null, isChanged: false };
  }
  const commit = git(['log', '-1', '--format=%h of %cs']);
  return { commit, isChanged: commit !== null && git(['status', '--porcelain', '--', ...EXCEPT_DOCUMENTS]) !== '' };
}

function gitIn(root: string): Git {
  return (args) => {
    const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  };
}

/** Over names and bytes of the wanted files; the same whatever order the disk has them in. */
function hashOf(folder: string, isWanted: (path: string) => boolean, beside = ''): string {
  const hash = createHash('sha256').update(beside);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  for (const path of paths.filter(isWanted).sort()) {
    const bytes = readFileSync(join(folder, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 12);
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
