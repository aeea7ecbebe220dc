/**
 * What one vote of a site and one check of a list of servers on its page cost, as the benchmarks measured it; `docs/scaling.md`
 * is worked out from it.
 */
export interface Costs {
  /** Processor time of one process of the service, and of Redis, in microseconds. */
  readonly voteMicros: number;
  readonly voteRedisMicros: number;
  /** What a vote takes of Redis where that keeps a log of its writes on disk, for what it takes of one that does not. */
  readonly appendOnlyRatio: number;
  readonly checkMicros: number;
  readonly checkRedisMicros: number;
  /** Processor time of a vote and a check in one process on the embedded store. */
  readonly embeddedVoteMicros: number;
  readonly embeddedCheckMicros: number;
  /** Bytes in Redis of the lock and of the log entry of a vote, and of both on the disk of the embedded store. */
  readonly lockBytes: number;
  readonly logBytes: number;
  readonly diskBytes: number;
}

const NAMES = [
  'voteMicros',
  'voteRedisMicros',
  'appendOnlyRatio',
  'checkMicros',
  'checkRedisMicros',
  'embeddedVoteMicros',
  'embeddedCheckMicros',
  'lockBytes',
  'logBytes',
  'diskBytes',
] as const satisfies readonly (keyof Costs)[];

/** All costs of a run, or `null` where one of them was not measured. */
export function joinCosts(parts: readonly Partial<Costs>[]): Costs | null {
  const joined: Partial<Costs> = Object.assign({}, ...parts);
  return isWhole(joined) ? joined : null;
}

function isWhole(costs: Partial<Costs>): costs is Costs {
  return NAMES.every((name) => Number.isFinite(costs[name]));
}
