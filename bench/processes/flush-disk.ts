import { execFileSync } from 'node:child_process';

/**
 * Waits until all that was written to the disk of a folder is on it. The system would do it by and by, up to half a minute later, and whoever
 * is measured by then would pay for what another program has written. Only on Linux; elsewhere nothing is done.
 *
 * @throws Error where `sync`, of coreutils, is not there
 */
export function flushDisk(folder: string): void {
  if (process.platform !== 'linux') return;
  execFileSync('sync', ['--file-system', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
}
