import { median } from '../statistics.ts';
import type { CountdownSample } from './measure-countdown.ts';
import type { LoadSample } from './measure-load.ts';
import type { ByPage, Clicks } from './measure-rounds.ts';
import type { Subject, Target } from './subjects.ts';

/** Everything that was measured. */
export interface WidgetFigures {
  readonly subjects: readonly Subject[];
  /** The page without elements, and the one of the demo. */
  readonly empty: Target;
  readonly demo: Target;
  readonly loads: ByPage<LoadSample>;
  readonly countdowns: ByPage<CountdownSample>;
  readonly clicks: Clicks;
  /** Version of Chromium. */
  readonly browser: string;
}

/** Median over the rounds of one figure of a page. */
export function loadFigure({ loads }: WidgetFigures, { url }: Target, read: (sample: LoadSample) => number): number {
  return median((loads.get(url) ?? []).map(read));
}
