import { promises as fs } from 'node:fs';
import { dirname } from 'node:path';
import type { StoreHealth } from '../stores.ts';
import type { DatabaseFile } from './database-file.ts';

/** Below this much free space it is time to say so. */
const LOW_SPACE_BYTES = 256 * 1024 * 1024;
const PROBE_BYTES = 64 * 1024;
const MIB = 1024 * 1024;

/** See Stores.checkHealth. A quick look: it reads a page and asks for the right to write, but does not verify the whole file. */
export async function checkHealth(file: DatabaseFile): Promise<StoreHealth> {
  const found = await statOf(file.path);
  const log = await statOf(`${file.path}-wal`);
  const fault =
    found?.ino === file.inode
      ? await look(file)
      : `${file.path} was moved or replaced while it was in use: stop the service, put the right file in its place, start again.`;
  const notes = fault === null ? [] : [fault];
  const freeBytes = await freeBytesAt(dirname(file.path));
  if (freeBytes !== null && freeBytes < LOW_SPACE_BYTES) {
    const free = Math.floor(freeBytes / MIB);
    notes.push(`Only ${free} MiB are free where ${file.path} lies; without space no vote can be counted.`);
  }
  const usedBytes = found === null ? null : found.size + (log?.size ?? 0);
  return { ready: fault === null, notes, skewMs: 0, usedBytes, maxBytes: null };
}

/** What is wrong with reading and writing, or `null`. */
async function look(file: DatabaseFile): Promise<string | null> {
  try {
    file.read(() => file.db.prepare("SELECT value FROM meta WHERE name = 'generation'").get());
    // After a fault only a real write can tell whether it is over; else asking for the right to write is enough.
    if (file.writeFault === null) file.tryWrite(() => undefined);
    else await writeSomething(file);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Writes as much as many votes do, so that a full disk shows, and takes it back. */
async function writeSomething(file: DatabaseFile): Promise<void> {
  await file.write(() => file.db.exec(`INSERT OR REPLACE INTO meta VALUES ('probe', zeroblob(${PROBE_BYTES}))`));
  await file.write(() => file.db.exec("DELETE FROM meta WHERE name = 'probe'"));
}

async function statOf(path: string): Promise<{ readonly ino: number; readonly size: number } | null> {
  try {
    return await fs.stat(path);
  } catch {
    // Whatever the reason, there is nothing to tell of this file; a fault of the store itself shows when it is read.
    return null;
  }
}

async function freeBytesAt(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await fs.statfs(folder);
    return bavail * bsize;
  } catch {
    // Some file systems do not tell.
    return null;
  }
}
