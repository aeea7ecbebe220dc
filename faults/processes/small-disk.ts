import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A small disk of its own. */
export interface SmallDisk {
  readonly path: string;
  /** Takes up all the space that is left. */
  fill(): void;
  free(): void;
  unmount(): void;
}

const SIZE_MB = 48;
const PIECE = Buffer.alloc(64 * 1024, 1);

/** Mounts a tmpfs, which root may. It does not outlive this process. */
export function mountSmallDisk(folder: string): SmallDisk {
  const path = join(folder, 'small-disk');
  mkdirSync(path);
  mount(path);
  const filler = join(path, 'filler');
  const unmount = () => void spawnSync('umount', ['-l', path]);
  process.once('exit', unmount);
  return {
    path,
    fill: () => fill(filler),
    free: () => rmSync(filler, { force: true }),
    unmount() {
      process.removeListener('exit', unmount);
      unmount();
    },
  };
}

/** May this user mount a disk of its own here? */
export function canMount(folder: string): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    mountSmallDisk(folder).unmount();
    return true;
  } catch {
    // Containers often forbid it, to root as well; that is the answer.
    return false;
  } finally {
    rmSync(join(folder, 'small-disk'), { recursive: true, force: true });
  }
}

function mount(path: string): void {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', path], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`A tmpfs cannot be mounted: ${stderr}`);
}

function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (;;) writeSync(file, PIECE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}
