import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const HERE = import.meta.dirname;
/** Custom properties that are neither public nor set from outside the sheet. */
const OWN_NAME = /--(?!server-vote-|done)[\w-]+/g;
const LANGUAGES = readdirSync(resolve(HERE, 'languages')).map((file) => file.replace(/\.ts$/, ''));

/** The browser files: `vite build widget` makes the module and its languages, `--mode classic` the plain script. */
export default defineConfig(({ mode }) => {
  const isClassic = mode === 'classic';
  return {
    root: HERE,
    publicDir: false,
    plugins: [minifyStyles()],
    resolve: { alias: [{ find: /^.*\/script\.ts$/, replacement: resolve(HERE, 'shared/script.browser.ts') }] },
    // A plain script has no address of its own; the page knows it while the script runs.
    define: isClassic ? { 'import.meta.url': 'document.currentScript.src' } : {},
    build: {
      outDir: resolve(HERE, '../dist/widget'),
      emptyOutDir: !isClassic,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        preserveEntrySignatures: 'strict',
        input: isClassic
          ? { 'server-vote.classic': resolve(HERE, 'browser.ts') }
          : {
              'server-vote': resolve(HERE, 'browser.ts'),
              ...Object.fromEntries(
                LANGUAGES.map((code) => [`languages/${code}`, resolve(HERE, `languages/${code}.ts`)]),
              ),
            },
        output: { format: isClassic ? 'iife' : 'es', entryFileNames: '[name].js' },
      },
    },
  };
});

/** Takes the white space out of sheets, which are text to every other tool, and shortens the names inside. */
function minifyStyles(): Plugin {
  const names = readOwnNames();
  const shorten = (name: string) => `--${String.fromCharCode(97 + names.indexOf(name))}`;
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
          .replace(/ ?([{};,>]) ?/g, '$1')
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
