import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { faultOf, makeDataFolder } from '../data-folder.ts';
import { isErrno } from '../is-errno.ts';
import { createKeyedHash } from './keyed-hash.ts';

/** The secrets that voters are hashed with, the current one first. */
export interface Pepper {
  readonly secrets: readonly string[];
  /** One for each secret, in the same order: tells secrets apart without telling them. */
  readonly fingerprints: readonly string[];
}

const SECRET_FILE = 'secret';

/**
 * Takes the configured secrets, else the one in the data folder, else makes one there that only its owner can read.
 * Two processes that start at once agree on the same secret.
 */
export async function loadPepper(config: { secrets: readonly string[] | null; dataDir: string }): Promise<Pepper> {
  return pepperOf(config.secrets ?? [await readOrMakeSecret(config.dataDir)]);
}

/** @param secrets the current one first; at least one. */
export function pepperOf(secrets: readonly string[]): Pepper {
  return Object.freeze({ secrets, fingerprints: secrets.map(fingerprint) });
}

function fingerprint(secret: string): string {
  return createKeyedHash(secret)('server-vote fingerprint');
}

async function readOrMakeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, SECRET_FILE);
  makeDataFolder(dataDir);
  const secret = await readOrMake(path);
  if (secret.length >= 32) return secret;
  throw new Error(
    `${path} must hold at least 32 characters; restore it from a backup, or every vote of the last 12 hours opens again.`,
  );
}

/** @throws DataFolderError when the file cannot be read or written. */
async function readOrMake(path: string): Promise<string> {
  try {
    return (await readIfThere(path)) ?? (await makeSecret(path));
  } catch (error) {
    throw faultOf(dirname(path), path, error);
  }
}

/** Writes aside and links into place, so that nobody ever reads half a secret and the first of two processes wins. */
async function makeSecret(path: string): Promise<string> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(aside, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    await link(aside, path);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    await unlink(aside);
  }
  return (await readFile(path, 'utf8')).trim();
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}
