import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever its timer does. */
const TICKS_PER_SECOND = 100;

/** Seconds of processor time that a process has used; `null` where the system has no /proc. */
export function readCpuSeconds(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program stands in brackets and may hold spaces.
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(words[11]) + Number(words[12])) / TICKS_PER_SECOND;
}

/** Microseconds of processor time for each of `count`, between two readings in seconds; `null` where one is unknown. */
export function microsEach(before: number | null, after: number | null, count: number): number | null {
  return before === null || after === null ? null : ((after - before) * 1e6) / count;
}
