import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * Measures while the processes are on one core, of those they may use. Where the scheduler has put one beside
 * whoever asks and another one apart, waking them takes times of its own, which have nothing to do with what they hold: between
 * stores of any size up to a tenth of a millisecond. Only on Linux; elsewhere nothing is done.
 *
 * @throws Error where `taskset`, of util-linux, is not there or may not do it; all is then as it was
 */
export async function onOneCore<Found>(pids: readonly number[], measure: () => Promise<Found>): Promise<Found> {
  const letGo = keepOnOneCore(pids);
  try {
    return await measure();
  } finally {
    letGo();
  }
}

function keepOnOneCore(pids: readonly number[]): () => void {
  if (process.platform !== 'linux') return () => undefined;
  const kept: { readonly pid: number; readonly cores: string }[] = [];
  const letGo = () => {
    for (const { pid, cores } of kept) allowAgain(pid, cores);
  };
  try {
    for (const pid of pids) {
      const cores = coresOf(pid);
      kept.push({ pid, cores });
      allow(pid, cores.split(/[-,]/)[0] ?? cores);
    }
  } catch (cause) {
    letGo();
    throw new Error('The stores cannot be kept on one core; is taskset, of util-linux, installed?', { cause });
  }
  return letGo;
}

/** As in `0-3,8`. */
function coresOf(pid: number): string {
  const found = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (found === undefined) throw new Error(`The system does not say which cores process ${pid} may use.`);
  return found;
}

/** One that ends just then needs it no more. @throws Error for one that does not */
function allowAgain(pid: number, cores: string): void {
  try {
    allow(pid, cores);
  } catch (error) {
    if (existsSync(`/proc/${pid}`)) throw error;
  }
}

function allow(pid: number, cores: string): void {
  const args = ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)];
  execFileSync('taskset', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
