import type { Claim } from '../report/claims.ts';
import { median } from '../statistics.ts';
import { loadFigure, type WidgetFigures } from './figures.ts';
import type { LoadSample } from './measure-load.ts';
import { COUNTS, type Count, type Target } from './subjects.ts';

/** The service takes no more servers in one check. */
const SERVERS_A_CHECK = 50;
const SCRIPTING: Readonly<
  Partial<Record<Count, { readonly gate: number; readonly target: number; readonly longTasks: number }>>
> = {
  1: { gate: 50, target: 50, longTasks: 0 },
  // The gates are what is reached; a task is long by the clock, also where another process took the core from it.
  50: { gate: 170, target: 120, longTasks: 2 },
};

/** What has to hold of our element. */
export function claimsOf(figures: WidgetFigures): Claim[] {
  const ours = figures.subjects[0]?.pages;
  if (!ours) throw new Error('Nothing of ours was measured.');
  return [
    ...COUNTS.flatMap((count) => scriptingClaims(figures, ours[count], count)),
    ...COUNTS.flatMap((count) =>
      placeClaims(figures, ours[count], {
        where: count === 1 ? 'one element' : `${count} elements`,
        checks: Math.ceil(count / SERVERS_A_CHECK),
      }),
    ),
    ...placeClaims(figures, figures.demo, { where: 'the demo page', checks: 1 }),
    {
      what: 'from a click to the counted vote, median',
      measured: median(figures.clicks.map(({ countedMs }) => countedMs)),
      unit: 'ms',
      sense: 'at most',
      gate: 50,
      target: 50,
    },
  ];
}

function scriptingClaims(figures: WidgetFigures, target: Target, count: Count): Claim[] {
  const bounds = SCRIPTING[count];
  if (!bounds) return [];
  const { gate, target: aim, longTasks } = bounds;
  const elements = count === 1 ? 'one element' : `${count} elements`;
  return [
    {
      what: `scripting for ${elements}`,
      measured: loadFigure(figures, target, ({ scriptingMs }) => scriptingMs),
      unit: 'ms',
      sense: 'at most',
      gate,
      target: aim,
    },
    {
      what: `scripting for ${elements}, by the clock of the thread`,
      measured: loadFigure(figures, target, ({ scriptingThreadMs }) => scriptingThreadMs),
      unit: 'ms',
      sense: 'at most',
      gate: aim,
      target: aim,
    },
    {
      what: `tasks above 50 ms for ${elements}, by the clock of the thread`,
      measured: loadFigure(figures, target, ({ longTasksThreadMs }) => longTasksThreadMs.length),
      unit: '',
      sense: 'at most',
      gate: 0,
      target: 0,
    },
    {
      what: `tasks above 50 ms for ${elements}`,
      measured: loadFigure(figures, target, ({ longTasksMs }) => longTasksMs.length),
      unit: '',
      sense: 'at most',
      gate: longTasks,
      target: 0,
    },
  ];
}

/** Nothing moves, and nobody asks more often than needed. */
function placeClaims(
  figures: WidgetFigures,
  target: Target,
  { where, checks }: { readonly where: string; readonly checks: number },
): Claim[] {
  const most = (what: string, bound: number, read: (sample: LoadSample) => number): Claim => ({
    what: `${what}, ${where}`,
    // No visit at all may do worse, not the median one.
    measured: Math.max(...(figures.loads.get(target.url) ?? []).map(read)),
    unit: '',
    sense: 'at most',
    gate: bound,
    target: null,
  });
  const requestsTo = (path: string) => (sample: LoadSample) =>
    sample.requests.filter((url) => new URL(url).pathname.includes(path)).length;
  return [
    most('layout shift', 0, ({ shift }) => shift),
    most('scripts of the widget', 1, requestsTo('/widget/')),
    most('checks', checks, requestsTo('/vote/check')),
  ];
}
