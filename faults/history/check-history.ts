import {
  type Audit,
  ballotOf,
  type Evidence,
  type Exchange,
  isAcknowledged,
  isFreshSuccess,
  isResetUnheard,
  isUnknown,
  nameOfVote,
} from './history.ts';

/** The promises that are held to, by the number that the report gives them. */
export const INVARIANTS = {
  1: 'at most one fresh success per voter, server and 12 h',
  2: 'count = locks = fresh successes + unknown-but-applied',
  3: 'at most the quota of a key in any 60 s',
  4: 'every request answered in under 2 s',
  5: 'no 5xx but 503',
  6: 'nextVoteAt constant to the millisecond',
} as const;

export interface Violation {
  readonly invariant: keyof typeof INVARIANTS;
  /** A sentence with the voter, server or request it is about. */
  readonly what: string;
}

/** What a scenario cannot help. */
export interface Allowance {
  /** Network faults that are no fault of the service while a process of it is away, such as ECONNREFUSED. */
  readonly breaks: readonly string[];
  /** May connections be reset that the service had not taken yet? Whoever was taken has to be answered all the same. */
  readonly resetsUntaken?: boolean;
  /** `null`: no acknowledged vote may be lost. */
  readonly loss: Loss | null;
}

/** Asynchronous replication forgets what a master acknowledged last. How long before and after a fault is the bound of it. */
export interface Loss {
  readonly beforeMs: number;
  readonly afterMs: number;
}

const COOLDOWN_MS = 43_200_000;
const MINUTE_MS = 60_000;
const ANSWER_MS = 2_000;

/** Holds what clients saw and what the product says afterwards to the six invariants. No finding: all hold. */
export function checkHistory(evidence: Evidence, allowance: Allowance): Violation[] {
  const lost = lostBallots(evidence);
  return [
    ...checkDoubles(evidence, lost),
    ...checkCounts(evidence),
    ...checkLosses(evidence, allowance.loss),
    ...checkQuotas(evidence),
    ...checkAnswers(evidence, allowance),
    ...(allowance.resetsUntaken === true ? checkTaken(evidence) : []),
    ...checkTimes(evidence, lost),
  ];
}

/** Acknowledged votes that the log does not have, by `nameOfVote`. */
export function lostVotes({ exchanges, audit }: Evidence): Map<string, Exchange> {
  const logged = new Set(audit.log.map(nameOfVote));
  const acknowledged = exchanges.filter(isAcknowledged);
  return new Map(
    acknowledged.map((exchange) => [nameOfVote(exchange), exchange] as const).filter(([vote]) => !logged.has(vote)),
  );
}

/** Votes in the log that are not the first of their voter and server. */
export function doubledVotes({ log }: Audit): string[] {
  const seen = new Set<string>();
  return log.flatMap((vote) => {
    const ballot = ballotOf(vote);
    if (seen.has(ballot)) return [ballot];
    seen.add(ballot);
    return [];
  });
}

/** Votes in the log that no client was told of, by voter and server. */
export function unknownButApplied({ exchanges, audit }: Evidence): string[] {
  const told = new Set(exchanges.filter(isAcknowledged).map(nameOfVote));
  return audit.log.filter((vote) => !told.has(nameOfVote(vote))).map(ballotOf);
}

function lostBallots(evidence: Evidence): Set<string> {
  return new Set([...lostVotes(evidence).values()].map(ballotOf));
}

/** A voter whose vote was lost may vote again, and is told of two successes; the log then has one of them. */
function checkDoubles({ exchanges, audit }: Evidence, lost: ReadonlySet<string>): Violation[] {
  const successes = new Map<string, Set<string>>();
  const found: Violation[] = [];
  for (const exchange of exchanges) {
    if (!isAcknowledged(exchange)) continue;
    const ballot = ballotOf(exchange);
    const ids = successes.get(ballot) ?? new Set();
    successes.set(ballot, ids);
    if (isFreshSuccess(exchange) && ids.has(exchange.voteId)) {
      found.push({ invariant: 1, what: `${ballot} was told twice that ${exchange.voteId} was counted just now.` });
    }
    ids.add(exchange.voteId);
  }
  for (const [ballot, ids] of successes) {
    if (ids.size > 1 && !lost.has(ballot)) {
      found.push({ invariant: 1, what: `${ballot} had ${ids.size} successes: ${[...ids].join(', ')}.` });
    }
  }
  for (const ballot of doubledVotes(audit)) found.push({ invariant: 1, what: `${ballot} is in the log twice.` });
  return found;
}

function checkCounts(evidence: Evidence): Violation[] {
  const { audit, exchanges } = evidence;
  const found: Violation[] = [];
  const locked = countBy([...audit.locks.keys()], (ballot) => ballot.slice(ballot.indexOf(' ') + 1));
  const logged = countBy(audit.log, ({ serverId }) => serverId);
  for (const [serverId, count] of audit.counts) {
    const [locks, votes] = [locked.get(serverId) ?? 0, logged.get(serverId) ?? 0];
    if (count !== locks || count !== votes) {
      found.push({
        invariant: 2,
        what: `${serverId} counts ${count} votes, has ${locks} locks and ${votes} in the log.`,
      });
    }
  }
  const open = new Set(exchanges.filter(isUnknown).map(ballotOf));
  for (const ballot of unknownButApplied(evidence)) {
    if (!open.has(ballot)) found.push({ invariant: 2, what: `${ballot} was counted, and its voter told otherwise.` });
  }
  return found;
}

function checkLosses(evidence: Evidence, loss: Loss | null): Violation[] {
  return [...lostVotes(evidence).values()].flatMap((exchange): Violation[] => {
    const isBound =
      loss !== null &&
      evidence.faultsMs.some((ms) => exchange.endedMs > ms - loss.beforeMs && exchange.startedMs < ms + loss.afterMs);
    return isBound
      ? []
      : [{ invariant: 2, what: `${ballotOf(exchange)} lost the acknowledged vote ${exchange.voteId}.` }];
  });
}

/** By the clock of the store, which is the one that counts a minute. */
function checkQuotas({ audit, limits }: Evidence): Violation[] {
  const found: Violation[] = [];
  for (const [key, limit] of limits) {
    const times = audit.log.filter((vote) => vote.key === key).map(({ timeMs }) => timeMs);
    times.sort((one, other) => one - other);
    const at = times.findIndex((time, index) => (times[index + limit] ?? Number.POSITIVE_INFINITY) - time < MINUTE_MS);
    if (at >= 0)
      found.push({ invariant: 3, what: `${key} counted more than ${limit} votes in a minute from ${times[at]}.` });
  }
  return found;
}

function checkAnswers({ exchanges, awayMs }: Evidence, { breaks, resetsUntaken = false }: Allowance): Violation[] {
  const isExcused = (exchange: Exchange) =>
    awayMs.some(([from, to]) => exchange.endedMs >= from && exchange.startedMs <= to) &&
    (breaks.includes(exchange.fault ?? '') || (resetsUntaken && isResetUnheard(exchange)));
  return exchanges.flatMap((exchange): Violation[] => {
    const { status, fault } = exchange;
    const ms = exchange.endedMs - exchange.startedMs;
    const what = `${exchange.kind} of ${ballotOf(exchange)}`;
    const found: Violation[] = [];
    if (ms >= ANSWER_MS) found.push({ invariant: 4, what: `${what} took ${Math.round(ms)} ms.` });
    if (status === null && !isExcused(exchange)) found.push({ invariant: 4, what: `${what} had no answer: ${fault}.` });
    if (status !== null && status >= 500 && status !== 503)
      found.push({ invariant: 5, what: `${what} was answered ${status}.` });
    return found;
  });
}

/** A connection was not taken if nothing was counted on it: a vote that is in the log has to come from another request. */
function checkTaken({ exchanges, audit }: Evidence): Violation[] {
  const votes = exchanges.filter(({ kind }) => kind === 'vote');
  const reset = new Set(votes.filter(isResetUnheard).map(ballotOf));
  const mayHaveCounted = (vote: Exchange) =>
    !isResetUnheard(vote) && vote.fault !== 'ECONNREFUSED' && (isFreshSuccess(vote) || isUnknown(vote));
  const explained = new Set(votes.filter(mayHaveCounted).map(ballotOf));
  return audit.log
    .map(ballotOf)
    .filter((ballot) => reset.has(ballot) && !explained.has(ballot))
    .map((ballot) => ({ invariant: 4, what: `the vote of ${ballot} was taken, counted, and its connection reset.` }));
}

function checkTimes({ exchanges, audit }: Evidence, lost: ReadonlySet<string>): Violation[] {
  const told = new Map<string, Set<string>>();
  const note = (ballot: string, time: string | null) => {
    if (time === null || lost.has(ballot)) return;
    const times = told.get(ballot) ?? new Set();
    told.set(ballot, times.add(time));
  };
  for (const exchange of exchanges) note(ballotOf(exchange), exchange.nextVoteAt);
  for (const [ballot, time] of audit.locks) note(ballot, time);
  for (const vote of audit.log) note(ballotOf(vote), new Date(vote.timeMs + COOLDOWN_MS).toISOString());
  return [...told].flatMap(([ballot, times]): Violation[] =>
    times.size === 1 ? [] : [{ invariant: 6, what: `${ballot} was told ${[...times].join(' and ')}.` }],
  );
}

function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return counts;
}
