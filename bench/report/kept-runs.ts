import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import type { Machine } from './machine.ts';
import type { Finished } from './write-page.ts';

interface KeptRun extends Omit<Finished, 'benchmark'> {
  readonly machine: Machine;
}

/** A file may be of a time when less was kept. */
type OldRun = Omit<KeptRun, 'sources'> & Partial<KeptRun>;

export interface FoundRuns {
  readonly runs: readonly Finished[];
  /** Names of the benchmarks that were not run; one that runs only when it is named is never missing. */
  readonly missing: readonly string[];
}

/** The last run of each benchmark, so that they can be run one by one. */
export interface KeptRuns {
  /** Keeps what a benchmark found in place of what it found before. */
  keep(finished: Finished): void;
  read(benchmarks: readonly Benchmark[]): FoundRuns;
}

/**
 * Keeps runs in a folder. What was measured on another machine, or with other versions, counts as not run: its figures stand
 * beside none of here. What was measured of other sources is still the last that is known, and carries their name.
 */
export function openKeptRuns(folder: string, machine: Machine): KeptRuns {
  const pathOf = ({ name }: Benchmark) => join(folder, `${name}.json`);

  function readRun(benchmark: Benchmark): Finished | null {
    const path = pathOf(benchmark);
    if (!existsSync(path)) return null;
    const { sources, ...kept }: OldRun = JSON.parse(readFileSync(path, 'utf8'), revive);
    if (sources === undefined || JSON.stringify(kept.machine) !== JSON.stringify(machine)) return null;
    return { ...kept, sources, benchmark };
  }

  return {
    keep({ benchmark, ...run }) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(pathOf(benchmark), JSON.stringify({ ...run, machine } satisfies KeptRun));
    },
    read(benchmarks) {
      const found = benchmarks.map((benchmark) => ({
        name: benchmark.name,
        isRare: benchmark.onlyByName === true,
        run: readRun(benchmark),
      }));
      return {
        runs: found.flatMap(({ run }) => (run === null ? [] : [run])),
        missing: found.flatMap(({ name, run, isRare }) => (run === null && !isRare ? [name] : [])),
      };
    },
  };
}

/** JSON has no figure for what could not be measured. */
function revive(key: string, value: unknown): unknown {
  return key === 'measured' && value === null ? Number.NaN : value;
}
