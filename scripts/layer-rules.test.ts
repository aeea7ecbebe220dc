import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALLOWED_IMPORTS, ALLOWED_LINES, FORBIDDEN_IMPORTS, FORBIDDEN_LINES } from './lint/layer-probes.ts';

interface Diagnostic {
  readonly category: string;
  readonly message: string;
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

const ROOT = resolve(import.meta.dirname, '..');

const IMPORT_FORMS = [
  (from: string, name: string) => `import { ${name} } from '${from}';`,
  (from: string, name: string) => `export type { ${name} } from '${from}';`,
  (from: string, name: string) => `export const ${name} = import('${from}');`,
];

describe('layer rules', () => {
  const probes = new Map<string, string[]>();
  const folder = mkdtempSync(join(tmpdir(), 'layer-rules-'));
  let diagnostics: Diagnostic[] = [];

  const forbidden = Object.entries(FORBIDDEN_IMPORTS).flatMap(([rule, rows]) =>
    rows.map(([file, from]) => ({ rule, file, from, lines: addImports(probes, file, from) })),
  );
  const allowed = ALLOWED_IMPORTS.map(([file, from]) => ({ file, from, lines: addImports(probes, file, from) }));
  const refused = FORBIDDEN_LINES.map(([file, text, category]) => ({
    file,
    text,
    category,
    line: addLine(probes, file, text),
  }));
  const accepted = ALLOWED_LINES.map(([file, text]) => ({ file, text, line: addLine(probes, file, text) }));

  beforeAll(() => {
    cpSync(join(ROOT, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true });
    for (const name of ['biome.json', 'package.json', '.gitignore']) cpSync(join(ROOT, name), join(folder, name));
    for (const [file, lines] of probes) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), lines.join('\n'));
    }
    diagnostics = lint(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(forbidden)('$rule: $file may not import $from', ({ file, lines }) => {
    for (const line of lines) expect(categories(file, line)).toContain('lint/style/noRestrictedImports');
  });

  test.each(allowed)('$file may import $from', ({ file, lines }) => {
    for (const line of lines) expect(categories(file, line)).not.toContain('lint/style/noRestrictedImports');
  });

  test.each(refused)('$file may not say: $text', ({ file, line, category }) => {
    expect(categories(file, line)).toContain(category);
  });

  test.each(accepted)('$file may say: $text', ({ file, line }) => {
    expect(categories(file, line).filter((category) => !/unused|undeclared/i.test(category))).toEqual([]);
  });

  function categories(file: string, line: number): string[] {
    return diagnostics
      .filter(({ location }) => location.path === file && location.start.line === line)
      .map(({ category }) => category);
  }
});

function addImports(probes: Map<string, string[]>, file: string, from: string): number[] {
  return IMPORT_FORMS.map((form) => addLine(probes, file, form(from, `name${probes.get(file)?.length ?? 0}`)));
}

/** Gives the number of the line, from 1. */
function addLine(probes: Map<string, string[]>, file: string, line: string): number {
  const lines = probes.get(file) ?? [];
  probes.set(file, lines);
  return lines.push(line);
}

function lint(folder: string): Diagnostic[] {
  const biome = join(ROOT, 'node_modules/.bin/biome');
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  // It exits with 1 when it finds something; what it finds stands on its standard output.
  const { stdout } = spawnSync(biome, options, { cwd: folder, encoding: 'utf8', maxBuffer: 64 << 20 });
  return JSON.parse(stdout).diagnostics;
}
