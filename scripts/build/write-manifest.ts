import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Declaration {
  readonly name: string;
  readonly tagName?: string;
  readonly members?: readonly { readonly privacy?: string }[];
}

const ANALYSIS = '.verify/manifest/custom-elements.json';
/** Where the package holds its classes, and where they become elements. */
const CLASSES = 'dist/elements/index.js';
const DEFINITIONS: Readonly<Record<string, readonly string[]>> = {
  'dist/elements/define.js': ['server-vote'],
  'dist/elements/define-resources.js': ['resource-card', 'resource-list'],
};

/**
 * Writes the custom-elements manifest of the npm package: what the analyzer reads from the sources, at the paths that the
 * package has, without what no page can use.
 */
export async function writeManifest(root: string): Promise<void> {
  const { status } = spawnSync('npm', ['run', '--silent', 'manifest'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The analyzer of custom elements failed.');
  const analysis: { modules: { declarations: Declaration[] }[] } = JSON.parse(
    readFileSync(join(root, ANALYSIS), 'utf8'),
  );
  const exported: object = await import(pathToFileURL(join(root, CLASSES)).href);
  const names = new Set(Object.keys(exported));
  const declarations = analysis.modules
    .flatMap((module) => module.declarations)
    .filter(({ name }) => names.has(name))
    .map(toPublic);
  const definitions = Object.entries(DEFINITIONS).map(([path, tags]) => ({
    kind: 'javascript-module',
    path,
    declarations: [],
    exports: declarations
      .filter(({ tagName = '' }) => tags.includes(tagName))
      .map(({ name, tagName }) => ({
        kind: 'custom-element-definition',
        name: tagName,
        declaration: { name, module: CLASSES },
      })),
  }));
  const manifest = {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: CLASSES,
        declarations,
        exports: declarations.map(({ name }) => ({ kind: 'js', name, declaration: { name, module: CLASSES } })),
      },
      ...definitions,
    ],
  };
  writeFileSync(join(root, 'dist/elements/custom-elements.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The base class of the elements is nothing that the package exports. */
function toPublic(declaration: Declaration): Declaration {
  const members = declaration.members?.filter(({ privacy }) => (privacy ?? 'public') === 'public');
  const base = declaration.tagName === undefined ? {} : { superclass: { name: 'HTMLElement', package: 'global:' } };
  return { ...declaration, ...base, ...(members ? { members } : {}) };
}
