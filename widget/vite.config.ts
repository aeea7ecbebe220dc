import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { leanLit } from '../scripts/build/lean-lit.ts';
import { squeeze } from '../scripts/build/squeeze.ts';

interface Sources {
  readonly [name: string]: { readonly source: string };
}

const HERE = import.meta.dirname;
/** Custom properties that are neither public nor set from outside the sheet. */
const OWN_NAME = /--(?!server-vote-|done)[\w-]+/g;
const LANGUAGES = ['languages', 'resource-languages'].flatMap((folder) =>
  readdirSync(resolve(HERE, folder)).map((file) => `${folder}/${file.replace(/\.ts$/, '')}`),
);
const FILES: { readonly browser: Sources; readonly package: Sources } = JSON.parse(
  readFileSync(resolve(HERE, 'files.json'), 'utf8'),
);

/**
 * One build for each mode. `package` makes the modules of the npm package, `languages` the language files beside the
 * browser files, and `server-vote` or `server-vote.classic` one browser file, as a module or as a plain script: each holds all
 * that it needs, since an integrity hash does not reach what a script imports.
 */
export default defineConfig(({ mode }) => ({
  root: HERE,
  publicDir: false,
  ...(mode === 'package' ? packageBuild() : browserBuild(mode)),
}));

function packageBuild(): UserConfig {
  return {
    plugins: [minifyStyles()],
    build: {
      outDir: resolve(HERE, '../dist/elements'),
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: sourcesOf(FILES.package), formats: ['es'] },
      rolldownOptions: {
        external: /^lit/,
        output: {
          // Vite leaves the white space of libraries alone.
          minify: true,
          entryFileNames: '[name].js',
          chunkFileNames: ({ facadeModuleId }) =>
            `${/[\w-]*languages(?=\/\w+\.ts$)/.exec(facadeModuleId ?? '') ?? 'shared'}/[name].js`,
        },
      },
    },
  };
}

function browserBuild(mode: string): UserConfig {
  const isClassic = mode.endsWith('.classic');
  const own = FILES.browser[mode.replace(/\.classic$/, '')];
  const languages = Object.fromEntries(LANGUAGES.map((name) => [name, { source: `${name}.ts` }]));
  return {
    plugins: [minifyStyles(), leanLit(), squeeze()],
    resolve: {
      alias: [
        {
          find: /^.*\/(script|(resource-)?language-files)\.ts$/,
          replacement: resolve(HERE, 'shared/script.browser.ts'),
        },
      ],
    },
    // A plain script has no address of its own; the page knows it while the script runs.
    define: isClassic ? { 'import.meta.url': 'document.currentScript.src' } : {},
    build: {
      outDir: resolve(HERE, '../dist/widget'),
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        preserveEntrySignatures: 'strict',
        input: sourcesOf(own ? { [mode]: own } : languages),
        output: { format: isClassic ? 'iife' : 'es', entryFileNames: '[name].js' },
      },
    },
  };
}

function sourcesOf(sources: Sources): Record<string, string> {
  return Object.fromEntries(Object.entries(sources).map(([name, { source }]) => [name, resolve(HERE, source)]));
}

/** Takes the white space out of sheets, which are text to every other tool, and shortens the names inside. */
function minifyStyles(): Plugin {
  const names = readOwnNames();
  const shorten = (name: string) => `--${names.indexOf(name).toString(36)}`;
  return {
    name: 'minify-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.styles.ts')) return null;
      return code.replace(/(?<=\/\* css \*\/ `)[^`]*/, (css) =>
        css
          .replace(OWN_NAME, shorten)
          .replace(/\/\*.*?\*\//gs, '')
          .replace(/\s+/g, ' ')
          .replace(/ ?([{};,>~/!]) ?/g, '$1')
          .replace(/: /g, ':')
          .replace(/;}/g, '}')
          .replace(/(?<![\d.])0\./g, '.')
          .replace(/='(\w+)'/g, '=$1')
          .trim(),
      );
    },
  };
}

/** Read at once and in order: the same sources have to give the same bytes, or no integrity hash would hold. */
function readOwnNames(): string[] {
  const sheets = readdirSync(HERE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.styles.ts'));
  const names = sheets.flatMap((file) => readFileSync(resolve(HERE, file), 'utf8').match(OWN_NAME) ?? []);
  return [...new Set(names)].sort();
}
