import type { Benchmark, Findings } from '../benchmark.ts';
import { claimsTable } from './claims.ts';
import type { Machine } from './machine.ts';
import { markdownTable } from './tables.ts';

/** A benchmark with what it found. */
export interface Finished {
  readonly benchmark: Benchmark;
  readonly findings: Findings;
}

export interface Run {
  readonly machine: Machine;
  /** ISO 8601. */
  readonly date: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly finished: readonly Finished[];
}

/** The text of docs/performance.md. */
export function writePage(run: Run): string {
  const parts = [
    '# Performance',
    `Written by \`npm run bench\` on ${run.date.slice(0, 10)}; do not edit. ${INTRODUCTION}`,
    markdownTable({
      title: 'Machine and versions',
      heading: ['', ''],
      rows: Object.entries(run.machine),
    }),
    `${run.rounds} rounds of ${run.seconds} s each.`,
    ...run.finished.flatMap(sectionOf),
  ];
  return `${parts.join('\n\n')}\n`;
}

const INTRODUCTION =
  'Absolute figures depend on the machine and on what else it does. What counts are the ratios between programs that ' +
  'were measured in turn, in one run, on one machine.';

function sectionOf({ benchmark, findings }: Finished): string[] {
  return [
    `## ${benchmark.title}`,
    benchmark.method.join(' '),
    ...findings.tables.map(markdownTable),
    ...(findings.claims.length > 0 ? [markdownTable(claimsTable(findings.claims))] : []),
  ];
}
