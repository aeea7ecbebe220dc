import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The folder cannot hold a store. The message is one line that names the folder, what is wrong with it and the cure. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
  /** What is wrong and how to right it, without the name of the setting. */
  readonly reason: string;

  constructor(folder: string, reason: string, options?: ErrorOptions) {
    super(`DATA_DIR must be a folder that this user can write, and ${folder} is none: ${reason}.`, options);
    this.reason = reason;
  }
}

const ELSEWHERE = 'name another folder';

/**
 * Makes the folder, for this user alone, and those above it that are missing.
 *
 * Step by step, because `mkdir` with `recursive` never ends where a folder is there and takes nothing in, as /proc.
 * @throws DataFolderError
 */
export function makeDataFolder(folder: string): void {
  const { missing } = findMissing(folder);
  for (const path of missing) {
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      // Another process may have made it meanwhile.
      if (codeOf(error) !== 'EEXIST') throw faultOf(folder, path, error);
    }
  }
}

/** Makes an empty file that this user alone can read, unless the file is there. @throws DataFolderError */
export function makePrivateFile(path: string): void {
  naming(dirname(path), path, () => closeSync(openSync(path, 'a', 0o600)));
}

/** Would `makeDataFolder` succeed, and could files be made in the folder? Leaves everything as it is. @throws DataFolderError */
export function tryDataFolder(folder: string): void {
  const { nearest } = findMissing(folder);
  // Rights alone do not tell: a file system may be read-only, or take no folders in.
  naming(folder, nearest, () => rmdirSync(mkdtempSync(join(nearest, '.server-vote-'))));
}

/** Runs what works on a path in the folder. @throws DataFolderError for its faults. */
function naming<Result>(folder: string, path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw faultOf(folder, path, error);
  }
}

/** The nearest folder above that is there, and those that are missing, the outermost first. @throws DataFolderError */
function findMissing(folder: string): { readonly nearest: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  for (let path = resolve(folder); ; path = dirname(path)) {
    const status = naming(folder, path, () => statOrNull(path));
    if (status?.isDirectory()) return { nearest: path, missing };
    if (status !== null) throw new DataFolderError(folder, `${path} is a file; ${ELSEWHERE}`);
    missing.unshift(path);
  }
}

/** `null` when it is missing, or when what should be a folder above it is a file. */
function statOrNull(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** The fault as that of the folder; whatever is no fault of files stays what it is. */
export function faultOf(folder: string, path: string, error: unknown): unknown {
  const code = codeOf(error);
  return code === null ? error : new DataFolderError(folder, reasonOf(code, path), { cause: error });
}

function reasonOf(code: string, path: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `${path} may not be read and written by this user; give it the right to, or ${ELSEWHERE}`;
    case 'EROFS':
      return `${path} is on a file system that is mounted read-only; mount it for writing, or ${ELSEWHERE}`;
    case 'ENOENT':
      return `nothing can be made at ${path}; ${ELSEWHERE}`;
    case 'ENOTDIR':
      return `a part of ${path} is a file; ${ELSEWHERE}`;
    case 'EISDIR':
      return `${path} is a folder and should be a file; move it away, or ${ELSEWHERE}`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `there is no room left for ${path}; free some space`;
    case 'EMFILE':
    case 'ENFILE':
      return `${path} cannot be opened, because too many files are open; raise their limit`;
    default:
      return `${path} cannot be used (${code}); check the disk, or ${ELSEWHERE}`;
  }
}

/** The code of a fault of the file system. */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return null;
  return String(error.code);
}
