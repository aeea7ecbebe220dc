import type { Claim } from '../report/claims.ts';
import { medianRatio } from '../rounds/ratios.ts';
import { median } from '../statistics.ts';
import { loadFigure, type WidgetFigures } from './figures.ts';
import type { ClickSample } from './measure-click.ts';
import type { LoadSample } from './measure-load.ts';
import type { Clicks } from './measure-rounds.ts';
import { APPLAUSE, COUNTS, type Count, type Target } from './subjects.ts';

/** The service takes no more servers in one check. */
const SERVERS_A_CHECK = 50;
/**
 * The most milliseconds of script; no task of the page is long. By the wall the gates are what is reached where other
 * processes take the core as well; beside a peer, in the same rounds, the hour matters less.
 */
const SCRIPTING: Readonly<
  Partial<Record<Count, { readonly most: number; readonly byWall: number; readonly longByWall: number }>>
> = {
  1: { most: 50, byWall: 50, longByWall: 0 },
  50: { most: 120, byWall: 170, longByWall: 2 },
};
/** The most that our scripting takes of the peer's that asks a service for each element as well. */
const BESIDE_PEER = 1;
/** A click to the counted vote: of a bare button's, and milliseconds. */
const CLICK = { ofBare: 2, targetOfBare: 1.5, mostMs: 50 } as const;
/** The most elements of a page, and what they may take of its thread in a second while all of them count down. */
const COUNTING = { elements: 500, mostMs: 200, targetMs: 100 } as const;

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
    countingClaim(figures, ours[COUNTING.elements]),
    ...clickClaims(figures.clicks),
  ];
}

/** By the clock of the thread, and by that of the wall, where whoever else is on this machine has a say. */
function scriptingClaims(figures: WidgetFigures, target: Target, count: Count): Claim[] {
  const bounds = SCRIPTING[count];
  if (bounds === undefined) return [];
  const { most, byWall, longByWall } = bounds;
  const elements = count === 1 ? 'one element' : `${count} elements`;
  const claim = (what: string, read: (sample: LoadSample) => number) => ({
    what,
    measured: loadFigure(figures, target, read),
    sense: 'at most' as const,
  });
  const script = (what: string, read: (sample: LoadSample) => number) => ({
    ...claim(`scripting for ${elements}${what}`, read),
    unit: 'ms' as const,
    target: most,
  });
  const tasks = (what: string, read: (sample: LoadSample) => number) => ({
    ...claim(`tasks above 50 ms for ${elements}${what}`, read),
    unit: '' as const,
    target: 0,
  });
  const byThread = ', by the clock of the thread';
  return [
    { ...script(byThread, ({ scriptingThreadMs }) => scriptingThreadMs), gate: most },
    { ...tasks(byThread, ({ longTasksThreadMs }) => longTasksThreadMs.length), gate: 0 },
    { ...script('', ({ scriptingMs }) => scriptingMs), gate: byWall },
    { ...tasks('', ({ longTasksMs }) => longTasksMs.length), gate: longByWall },
    besideApplause(figures, target, count),
  ];
}

/** Beside the peer that asks its service for each element, in the same rounds. */
function besideApplause({ subjects, loads }: WidgetFigures, { url }: Target, count: Count): Claim {
  const peer = subjects.find(({ name }) => name === APPLAUSE);
  const times = (page: string) => (loads.get(page) ?? []).map(({ scriptingMs }) => scriptingMs);
  return {
    what: `scripting for ${count === 1 ? 'one element' : `${count} elements`} beside ${APPLAUSE}`,
    measured: medianRatio(times(url), times(peer?.pages[count].url ?? '')),
    unit: '',
    sense: 'at most',
    gate: BESIDE_PEER,
    target: null,
  };
}

/** Milliseconds are the machine's as much as ours; beside a bare button they are ours, the commit to the disk included. */
function clickClaims({ ours, bare }: Clicks): Claim[] {
  const counted = (samples: readonly ClickSample[]) => samples.map(({ countedMs }) => countedMs);
  return [
    {
      what: 'from a click to the counted vote, beside a bare button and a constant',
      measured: medianRatio(counted(ours), counted(bare)),
      unit: '',
      sense: 'at most',
      gate: CLICK.ofBare,
      target: CLICK.targetOfBare,
    },
    {
      what: 'from a click to the counted vote, median',
      measured: median(counted(ours)),
      unit: 'ms',
      sense: 'at most',
      gate: CLICK.mostMs,
      target: CLICK.mostMs,
    },
  ];
}

/** That waiting costs a page little, however many elements wait on it. It is aimed at. */
function countingClaim({ countdowns }: WidgetFigures, { url }: Target): Claim {
  const samples = countdowns.get(url) ?? [];
  return {
    what: `main thread in a second of ${COUNTING.elements} elements counting down`,
    measured: samples.length === 0 ? Number.NaN : median(samples.map(({ mainThreadMs }) => mainThreadMs)),
    unit: 'ms',
    sense: 'at most',
    gate: COUNTING.mostMs,
    target: COUNTING.targetMs,
  };
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
