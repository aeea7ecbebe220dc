import type { Processes } from './processes/child-processes.ts';
import type { Claim } from './report/claims.ts';
import type { Costs } from './report/costs.ts';
import type { Table } from './report/tables.ts';

/** What a benchmark may use. */
export interface BenchContext {
  readonly rounds: number;
  readonly seconds: number;
  readonly processes: Processes;
  /** A folder on the disk of the project, taken away after the run. */
  readonly folder: string;
  /** Tells the person in front what is going on. */
  readonly say: (line: string) => void;
}

/** What a benchmark found. */
export interface Findings {
  readonly tables: readonly Table[];
  /** What has to hold, and what is aimed at. */
  readonly claims: readonly Claim[];
  /** What scaling is worked out from. */
  readonly costs?: Partial<Costs>;
  /** Every measured figure, for the JSON file. */
  readonly figures: unknown;
}

/** One benchmark of the list in bench.ts. */
export interface Benchmark {
  /** As `--only` takes it. */
  readonly name: string;
  readonly title: string;
  /** Runs only when it is named. The page reports it where it was run. */
  readonly onlyByName?: boolean;
  /** Measures nothing that the page reports. */
  readonly isUnreported?: boolean;
  /** A run with the usual options that takes longer has got stuck. Left out: half an hour. */
  readonly longestMinutes?: number;
  /** How it was measured, in sentences, for the report. */
  readonly method: readonly string[];
  run(context: BenchContext): Promise<Findings>;
}
