import type { Benchmark, Findings } from '../benchmark.ts';
import { claimsTable } from './claims.ts';
import type { Machine } from './machine.ts';
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
}

/** The text of docs/performance.md, from the last run of each benchmark. */
export function writePage(machine: Machine, runs: readonly Finished[]): string {
  const parts = [
    '# Performance',
    `Written by \`npm run bench\`; do not edit. ${INTRODUCTION}`,
    markdownTable({
      title: 'Machine and versions',
      heading: ['', ''],
      rows: Object.entries(machine),
    }),
    ...runs.flatMap(sectionOf),
  ];
  return `${parts.join('\n\n')}\n`;
}

const INTRODUCTION =
  'Absolute figures depend on the machine and on what else it does. What counts are the ratios between programs that ' +
  'were measured in turn, in one run, on one machine.';

function sectionOf({ benchmark, findings, date, rounds, seconds }: Finished): string[] {
  return [
    `## ${benchmark.title}`,
    benchmark.method.join(' '),
    `Measured on ${date.slice(0, 10)} in ${rounds} rounds; where there is load, a round is ${seconds} s of it.`,
    ...findings.tables.map(markdownTable),
    ...(findings.claims.length > 0 ? [markdownTable(claimsTable(findings.claims))] : []),
  ];
}
