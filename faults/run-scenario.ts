import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProcesses } from '../bench/processes/child-processes.ts';
import { checkHistory } from './history/check-history.ts';
import { measure } from './history/figures.ts';
import { canShiftClocks } from './processes/clock-shim.ts';
import { canMount } from './processes/small-disk.ts';
import { describeViolations, type Result } from './report/report.ts';
import type { Need, Scenario } from './scenario.ts';

/** A scenario that takes longer has got stuck. */
const LONGEST_MS = 180_000;

const NEEDS: Readonly<Record<Need, { readonly isThere: (folder: string) => boolean; readonly what: string }>> = {
  gcc: { isThere: canShiftClocks, what: 'needs gcc with the headers of C on Linux, for a clock that can be moved' },
  'small disk': { isThere: canMount, what: 'needs root and the right to mount a tmpfs, for a disk that can be filled' },
};

/** Plays one scenario on processes and in a folder of its own, and judges it. Never rejects. */
export async function runScenario(scenario: Scenario, isLong: boolean): Promise<Result> {
  const { name, title, bound = null } = scenario;
  const folder = mkdtempSync(join(tmpdir(), 'server-vote-faults-'));
  const takeAway = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', takeAway);
  const missing = scenario.needs?.find((need) => !NEEDS[need].isThere(folder));
  const processes = openProcesses();
  const began = performance.now();
  const common = () => ({ name, title, bound, seconds: (performance.now() - began) / 1000 });
  try {
    if (missing !== undefined) return { name, title, state: 'not run', reason: NEEDS[missing].what };
    mkdirSync(join(folder, 'data'));
    const evidence = await inTime(scenario.run({ isLong, processes, folder }));
    const faults = describeViolations(checkHistory(evidence, scenario.allowance));
    return { ...common(), state: faults.length === 0 ? 'passed' : 'failed', figures: measure(evidence), faults };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { ...common(), state: 'failed', figures: null, faults: [fault] };
  } finally {
    await processes.close();
    takeAway();
    process.removeListener('exit', takeAway);
  }
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error(`It did not end within ${LONGEST_MS / 1000} s.`));
    timer = setTimeout(fail, LONGEST_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
