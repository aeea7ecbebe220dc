import type { BenchContext } from '../benchmark.ts';
import { rotate } from '../rounds/orders.ts';
import { readVotes, type Website } from './create-website.ts';
import { type ClickSample, measureBareClick, measureClick } from './measure-click.ts';
import { type CountdownSample, measureCountdown } from './measure-countdown.ts';
import { type LoadSample, measureLoad } from './measure-load.ts';
import { COUNTS, type Subject, type Target } from './subjects.ts';
import type { Visitors } from './visitors.ts';

/** Samples by the address of their page. */
export type ByPage<Sample> = ReadonlyMap<string, readonly Sample[]>;

export const CLICKS = 100;

/** Opens all pages in turn, in another order each round, so that whatever slows the machine down meets all of them. */
export async function measureLoads(
  context: BenchContext,
  visitors: Visitors,
  { subjects, empty, demo }: { readonly subjects: readonly Subject[]; readonly empty: Target; readonly demo: Target },
): Promise<ByPage<LoadSample>> {
  const targets = [empty, demo, ...subjects.flatMap(({ pages }) => COUNTS.map((count) => pages[count]))];
  const samples = new Map<string, LoadSample[]>(targets.map(({ url }) => [url, []]));
  for (let round = 0; round < context.rounds; round += 1) {
    for (const target of rotate(targets, round)) samples.get(target.url)?.push(await measureLoad(visitors, target));
    context.say(`round ${round + 1} of ${context.rounds}: ${targets.length} pages opened`);
  }
  return samples;
}

/** Clicks on our element, and on a bare button. */
export interface Clicks {
  readonly ours: readonly ClickSample[];
  readonly bare: readonly ClickSample[];
}

/** Clicks on both in turn, and compares the votes that were answered with those that the service knows. */
export async function measureClicks(
  context: BenchContext,
  visitors: Visitors,
  at: { readonly page: string; readonly bare: string; readonly service: string; readonly website: Website },
): Promise<Clicks> {
  const ours: ClickSample[] = [];
  const bare: ClickSample[] = [];
  while (ours.length < CLICKS) {
    ours.push(await measureClick(visitors, at.page));
    bare.push(await measureBareClick(visitors, at.bare));
  }
  const votes = await readVotes(at.service, at.website);
  if (votes !== CLICKS) throw new Error(`${CLICKS} votes were answered, but the service counts ${votes}.`);
  context.say(`${CLICKS} visitors clicked, and as many on a bare button`);
  return { ours, bare };
}

export async function measureCountdowns(
  context: BenchContext,
  visitors: Visitors,
  { subjects, voter }: { readonly subjects: readonly Subject[]; readonly voter: string },
): Promise<ByPage<CountdownSample>> {
  const samples = new Map<string, readonly CountdownSample[]>();
  for (const count of COUNTS) {
    for (const { pages } of subjects.filter(({ isCountingDown }) => isCountingDown)) {
      const target = pages[count];
      samples.set(target.url, await measureCountdown(visitors, target, { voter, seconds: context.rounds }));
    }
    context.say(`${count} counted down`);
  }
  return samples;
}
