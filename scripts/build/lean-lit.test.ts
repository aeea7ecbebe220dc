import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { trimLit } from './lean-lit.ts';

const require = createRequire(import.meta.url);
const LIT = createRequire(require.resolve('lit'))
  .resolve('lit-html')
  .replace(/(?<=\/lit-html\/).*/, 'lit-html.js');
const SOURCES = readdirSync('widget', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /^(?!releases).*\.ts$/.test(file) && !file.includes('.test.'),
);
/** Stands for an expression. */
const HOLE = '§';

test('almost half of lit-html is left out, and of another version nothing silently', () => {
  const code = readFileSync(LIT, 'utf8');
  const lean = trimLit(code);
  expect(lean.length).toBeLessThan(code.length * 0.6);
  for (const other of [lean, code.replace('this.strings', 'this.texts'), ''])
    expect(() => trimLit(other)).toThrow('lit-html is not as it was');
});

describe('what is left out is not used:', () => {
  const texts = SOURCES.map((file) => readFileSync(join('widget', file), 'utf8'));
  const templates = texts.flatMap(templatesOf);

  test('there are templates, with bindings', () => {
    expect(templates.length).toBeGreaterThan(20);
    expect(templates.filter((template) => template.includes(HOLE)).length).toBeGreaterThan(20);
    expect(faultsOf('<a ?hidden=§>')).not.toEqual([]);
    expect(faultsOf('<a class="a §">')).not.toEqual([]);
    expect(faultsOf('<a class=§b>')).not.toEqual([]);
    expect(faultsOf('<a §>')).not.toEqual([]);
    expect(faultsOf('<!-- § -->')).not.toEqual([]);
    expect(faultsOf('<title>§</title>')).not.toEqual([]);
    expect(faultsOf('<!-- a -->')).not.toEqual([]);
    expect(faultsOf("<a class='a'>")).not.toEqual([]);
    expect(faultsOf('<a @click=§>§</a>')).toEqual([]);
  });

  test('no template has a binding of such a kind', () => {
    expect(templates.flatMap(faultsOf)).toEqual([]);
  });

  test('nothing but html, render and nothing is imported of Lit', () => {
    const imports = texts.flatMap((text) => [...text.matchAll(/import (?:type )?\{([^}]*)\} from '(lit[^']*)'/g)]);
    expect(new Set(imports.map((found) => found[2]))).toEqual(new Set(['lit/html.js']));
    const names = imports.flatMap((found) => (found[1] ?? '').split(',').map((name) => name.trim()));
    expect(new Set(names)).toEqual(new Set(['html', 'render', 'nothing', 'type TemplateResult', 'TemplateResult']));
  });
});

function faultsOf(template: string): string[] {
  const isSimple = /(?<= )[.@]?[\w-]+=§(?=[\s>])/g;
  const isInTag = /<[^<>]*§[^<>]*>/;
  const isOther = /<(?:!--|script|style|textarea|title)|='/;
  const rest = template.replace(isSimple, '');
  return isInTag.test(rest) || isOther.test(rest) ? [template] : [];
}

/** The texts of all html`...` in a source, also of those inside others. */
function templatesOf(source: string): string[] {
  const found: string[] = [];
  const open: string[] = [];
  const depths: number[] = [];
  for (let index = 0; index < source.length; index += 1) {
    const inTemplate = open.length > depths.length;
    if (source.startsWith('html`', index)) {
      open.push('');
      index += 4;
    } else if (!inTemplate && source[index] === '`' && open.length > 0) {
      // Another text, whose expressions hold no templates.
      index = source.indexOf('`', index + 1);
    } else if (inTemplate && source[index] === '`') found.push(open.pop() ?? '');
    else if (inTemplate && source.startsWith('${', index)) {
      open.push(`${open.pop()}${HOLE}`);
      depths.push(0);
      index += 1;
    } else if (inTemplate) open.push(`${open.pop()}${source[index]}`);
    else if (depths.length > 0 && source[index] === '{') depths.push((depths.pop() ?? 0) + 1);
    else if (depths.length > 0 && source[index] === '}') {
      const depth = depths.pop() ?? 0;
      if (depth > 0) depths.push(depth - 1);
    }
  }
  return found;
}
