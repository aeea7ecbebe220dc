import { doubledVotes, lostVotes, unknownButApplied } from './check-history.ts';
import { type Evidence, isAcknowledged, isResetUnheard, nameOfVote } from './history.ts';

/** What a scenario measured. */
export interface Figures {
  readonly requests: number;
  /** Votes that a client was told of. */
  readonly acknowledged: number;
  /** Acknowledged votes that the store does not have afterwards. */
  readonly lost: number;
  /** Votes beyond the first of a voter and server. */
  readonly doubled: number;
  /** Votes that were counted while their voter was told nothing certain, and did not ask again. */
  readonly unknownButApplied: number;
  /** Requests that were refused because votes could not be counted then. */
  readonly refused: number;
  /** Requests whose connection, made for them, was reset before anything was heard on it. */
  readonly resetUnheard: number;
  /** The longest time in which no vote of an account was acknowledged. */
  readonly longestGapSeconds: number;
  readonly slowestMs: number;
}

export function measure(evidence: Evidence): Figures {
  const { exchanges, audit } = evidence;
  const acknowledged = exchanges.filter(isAcknowledged);
  return {
    requests: exchanges.length,
    acknowledged: new Set(acknowledged.map(nameOfVote)).size,
    lost: lostVotes(evidence).size,
    doubled: doubledVotes(audit).length,
    unknownButApplied: unknownButApplied(evidence).length,
    refused: exchanges.filter(({ status }) => status === 503).length,
    resetUnheard: exchanges.filter(isResetUnheard).length,
    longestGapSeconds: longestGapMs(evidence) / 1000,
    slowestMs: exchanges.reduce((slowest, { startedMs, endedMs }) => Math.max(slowest, endedMs - startedMs), 0),
  };
}

/** Each account by itself, as a fault of one node of a Cluster meets only some of them. */
function longestGapMs({ exchanges, loadMs: [began, ended] }: Evidence): number {
  const accounts = new Set(exchanges.map(({ accountId }) => accountId));
  let longest = 0;
  for (const account of accounts) {
    const answered = exchanges.filter((exchange) => exchange.accountId === account && isAcknowledged(exchange));
    const times = answered.map(({ endedMs }) => endedMs).filter((ms) => ms >= began && ms <= ended);
    times.sort((one, other) => one - other);
    for (const [index, ms] of [...times, ended].entries())
      longest = Math.max(longest, ms - (times[index - 1] ?? began));
  }
  return longest;
}
