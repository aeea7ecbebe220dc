import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

interface Size {
  readonly goal: number;
  readonly gate: number;
}

/** Bytes after Brotli at its best, which is how the files travel. */
const SIZES: Readonly<Record<string, Size>> = {
  'server-vote.js': { goal: 9900, gate: 10_500 },
  'server-vote.classic.js': { goal: 9900, gate: 10_600 },
};
const LANGUAGE: Size = { goal: 350, gate: 400 };

/**
 * Prints size and integrity hash of each browser file, and writes `files.json` beside them: the version, and the hash of
 * each file by its name. @returns whether every file is within its gate.
 */
export function reportWidget(folder: string, version: string): boolean {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.js$/.test(name));
  const own = names.filter((name) => !name.startsWith('releases')).sort();
  const files = Object.fromEntries(own.map((name) => [name, integrityOf(readFileSync(join(folder, name)))]));
  writeFileSync(join(folder, 'files.json'), `${JSON.stringify({ version, files }, null, 2)}\n`);
  const results = own.map((name) => reportFile(name, readFileSync(join(folder, name)), files[name] ?? ''));
  return results.every((isWithin) => isWithin);
}

function reportFile(name: string, bytes: Buffer, integrity: string): boolean {
  const { goal, gate } = SIZES[name] ?? LANGUAGE;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const { length } = brotliCompressSync(bytes, { params });
  const isWithin = length <= gate;
  if (!isWithin || name in SIZES) {
    console.log(`${name}: goal ${goal}, gate ${gate}, actual ${length} bytes${isWithin ? '' : ', too large'}`);
    console.log(`  integrity="${integrity}"`);
  }
  return isWithin;
}

function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
