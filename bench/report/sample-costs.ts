import type { Costs } from './costs.ts';

/** Costs for tests, in numbers that are easy to reckon with. */
export const SAMPLE_COSTS = {
  voteMicros: 100,
  voteRedisMicros: 32,
  appendOnlyRatio: 1.25,
  checkMicros: 50,
  checkRedisMicros: 20,
  embeddedVoteMicros: 120,
  embeddedCheckMicros: 60,
  lockBytes: 200,
  logBytes: 60,
  diskBytes: 250,
} as const satisfies Costs;
