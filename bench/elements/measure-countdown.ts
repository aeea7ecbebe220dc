import { setTimeout as delay } from 'node:timers/promises';
import { expectShown, readMetrics } from './measure-load.ts';
import type { Target } from './subjects.ts';
import type { Visitors } from './visitors.ts';

/** What a page cost in one second of counting down, in milliseconds of processor time. */
export interface CountdownSample {
  readonly mainThreadMs: number;
  readonly scriptMs: number;
  /** All processes of the browser together: painting counts too. */
  readonly browserMs: number;
}

interface Waiting {
  /** Address of a visitor who has voted for everything. */
  readonly voter: string;
  readonly seconds: number;
}

/** Lets a page count down, and looks each second what that has cost. */
export function measureCountdown(
  { browser, visit }: Visitors,
  target: Target,
  { voter, seconds }: Waiting,
): Promise<CountdownSample[]> {
  return visit(async ({ page, cdp }) => {
    const whole = await browser.newBrowserCDPSession();
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(target.url, { waitUntil: 'networkidle' });
    await expectShown(page, target);
    const look = async () => {
      const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
      const { TaskDuration = Number.NaN, ScriptDuration = Number.NaN } = await readMetrics(cdp);
      const cpuSeconds = processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
      return { atMs: performance.now(), TaskDuration, ScriptDuration, cpuSeconds };
    };
    const samples: CountdownSample[] = [];
    let last = await look();
    for (let second = 0; second < seconds; second += 1) {
      await delay(1000);
      const now = await look();
      const perSecond = 1e6 / (now.atMs - last.atMs);
      samples.push({
        mainThreadMs: (now.TaskDuration - last.TaskDuration) * perSecond,
        scriptMs: (now.ScriptDuration - last.ScriptDuration) * perSecond,
        browserMs: (now.cpuSeconds - last.cpuSeconds) * perSecond,
      });
      last = now;
    }
    await whole.detach();
    return samples;
  }, voter);
}
