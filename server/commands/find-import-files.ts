import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { BadUsageError, RefusedError } from '../accounts/refused-error.ts';
import { isErrno } from '../is-errno.ts';
import type { Importer } from './importers.ts';

export interface ImportFile {
  readonly path: string;
  readonly bytes: number;
  readonly importer: Importer;
}

export interface FoundFiles {
  /** In the order of the importers, so that what is referred to comes first. */
  readonly files: readonly ImportFile[];
  /** Files of a folder that look like data and belong to no collection. */
  readonly skipped: readonly string[];
}

const ENDINGS = ['.ndjson', '.json'];

/**
 * The files that these paths mean: each a file named after its collection, or a folder of them.
 * @throws RefusedError for a path that is neither.
 */
export async function findImportFiles(paths: readonly string[], importers: readonly Importer[]): Promise<FoundFiles> {
  const files: ImportFile[] = [];
  const skipped: string[] = [];
  for (const path of paths) {
    const status = await statOf(path);
    if (!status.isDirectory()) {
      files.push({ path, bytes: status.size, importer: requireImporter(path, importers) });
      continue;
    }
    const before = files.length;
    for (const name of await listDataFiles(path)) {
      const inside = join(path, name);
      const importer = findImporter(inside, importers);
      if (importer === null) skipped.push(inside);
      else files.push({ path: inside, bytes: (await statOf(inside)).size, importer });
    }
    if (files.length === before) {
      throw new RefusedError(`PATH ${path} has no file named ${namesOf(importers)}.`);
    }
  }
  files.sort((a, b) => importers.indexOf(a.importer) - importers.indexOf(b.importer));
  return { files, skipped };
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) {
      throw new RefusedError(`PATH ${path} does not exist.`, { cause: error });
    }
    throw error;
  }
}

async function listDataFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && ENDINGS.includes(extname(entry.name)))
    .map((entry) => entry.name)
    .sort();
}

function requireImporter(path: string, importers: readonly Importer[]): Importer {
  const importer = findImporter(path, importers);
  if (importer !== null) return importer;
  throw new BadUsageError(`PATH ${path} is not named after a collection; rename it to ${namesOf(importers)}.`);
}

function findImporter(path: string, importers: readonly Importer[]): Importer | null {
  const ending = extname(path);
  if (!ENDINGS.includes(ending)) return null;
  // One collection may come in several files: resources-maps.ndjson, resources-mods.ndjson.
  const [name] = basename(path, ending).split('-', 1);
  return importers.find((importer) => importer.collection === name) ?? null;
}

function namesOf(importers: readonly Importer[]): string {
  const names = importers.map(({ collection }) => collection).join(', ');
  return `COLLECTION.ndjson or COLLECTION.json, where COLLECTION is one of ${names}`;
}
