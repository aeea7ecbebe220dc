import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { FileList } from './widget-lists.ts';

/** Bytes after Brotli at its best, which is how the files travel. */
interface Budget {
  readonly goal: number;
  readonly gate: number;
}

/** What widget/files.json says: the one list that browser files, npm entries and their gates follow from. */
export interface WidgetFiles {
  readonly browser: Readonly<Record<string, Budget>>;
  readonly language: Budget;
  readonly package: Readonly<Record<string, Budget>>;
}

/** What a plain script needs around it. */
const WRAPPER = 100;

/** Prints size and integrity hash of each browser file, and the size of each npm entry. @returns whether all are within their gates. */
export function reportWidget(dist: string, files: WidgetFiles, built: FileList): boolean {
  const scripts = Object.entries(built.files).map(([name, integrity]) => {
    const isClassic = name.endsWith('.classic.js');
    const budget = files.browser[name.replace(/(\.classic)?\.js$/, '')];
    const { goal, gate } = budget ?? files.language;
    return report({
      name,
      text: readFileSync(join(dist, 'widget', name), 'utf8'),
      budget: { goal, gate: gate + (isClassic ? WRAPPER : 0) },
      note: budget ? `\n  integrity="${integrity}"` : null,
    });
  });
  const entries = Object.entries(files.package).map(([name, budget]) => {
    const text = readClosure(join(dist, 'elements', `${name}.js`), new Set()).join('');
    return report({ name: `npm entry ${name}, without lit`, text, budget, note: '' });
  });
  return [...scripts, ...entries].every(Boolean);
}

interface Reported {
  readonly name: string;
  readonly text: string;
  readonly budget: Budget;
  /** Printed behind the size; `null` where only what is too large is worth a line. */
  readonly note: string | null;
}

function report({ name, text, budget: { goal, gate }, note }: Reported): boolean {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const { length } = brotliCompressSync(text, { params });
  const isWithin = length <= gate;
  if (!isWithin || note !== null)
    console.log(
      `${name}: goal ${goal}, gate ${gate}, actual ${length} bytes${isWithin ? '' : ', too large'}${note ?? ''}`,
    );
  return isWithin;
}

/** A module and what it imports from beside it. Languages come later, and lit is the page's. */
function readClosure(path: string, seen: Set<string>): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  const imported = [...text.matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)].map((match) => match[1] ?? '');
  return [...imported.flatMap((name) => readClosure(join(dirname(path), name), seen)), text];
}
