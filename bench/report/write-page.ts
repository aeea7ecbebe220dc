import type { Benchmark, Findings } from '../benchmark.ts';
import { claimsTable } from './claims.ts';
import type { Machine } from './machine.ts';
import { differenceOf, nameOfSources, type Sources } from './sources.ts';
import { markdownTable } from './tables.ts';

/** A benchmark with what it found, and when. */
export interface Finished {
  readonly benchmark: Benchmark;
  readonly findings: Findings;
  /** ISO 8601. */
  readonly date: string;
  readonly rounds: number;
  /** Length of a measured round of load. */
  readonly seconds: number;
  /** What was measured, and by what. */
  readonly sources: Sources;
}

/** The text of docs/performance.md, from the last run of each benchmark. */
export function writePage(machine: Machine, runs: readonly Finished[]): string {
  const { sources } = latestOf(runs);
  const parts = [
    '# Performance',
    `Written by \`npm run bench\`; do not edit. ${INTRODUCTION}`,
    markdownTable({
      title: 'Machine and versions',
      heading: ['', ''],
      rows: [...Object.entries(machine), ['Sources', nameOfSources(sources)]],
    }),
    ...runs.flatMap((run) => sectionOf(run, sources)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The run that was made last. @throws RangeError without any */
export function latestOf(runs: readonly Finished[]): Finished {
  const [latest] = runs.toSorted((one, other) => other.date.localeCompare(one.date));
  if (latest === undefined) throw new RangeError('Nothing was measured.');
  return latest;
}

const INTRODUCTION =
  'Absolute figures depend on the machine and on what else it does. What counts are the ratios between programs that ' +
  'were measured in turn, in one run, on one machine.';

function sectionOf({ benchmark, findings, date, rounds, seconds, sources }: Finished, ofPage: Sources): string[] {
  const difference = differenceOf(sources, ofPage);
  const found = `Measured on ${date.slice(0, 10)} in ${rounds} rounds; where there is load, a round is ${seconds} s of it.`;
  return [
    `## ${benchmark.title}`,
    benchmark.method.join(' '),
    difference === null ? found : `${found} **This is of ${difference}: ${nameOfSources(sources)}.**`,
    ...findings.tables.map(markdownTable),
    ...(findings.claims.length > 0 ? [markdownTable(claimsTable(findings.claims))] : []),
  ];
}
