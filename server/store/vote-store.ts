/** How a vote came in: by the key holder itself, through a hosted site, or with an attested visitor address. */
export type Via = 'direct' | 'hosted' | 'attested';

/** One attempt to vote. Every text in it is already checked; a voter is a keyed hash, never an address. */
export interface VoteAttempt {
  readonly accountId: string;
  /** The server's number within its account. */
  readonly serverNum: number;
  /** Whose 30 votes a minute this spends. */
  readonly keyId: string;
  readonly votesPerMinute: number;
  /**
   * The voter's hash under the current secret, then under older ones that still count. The lock is made under the first;
   * live locks of all are looked at, and the one that ends last tells when the voter may vote again.
   */
  readonly voters: readonly string[];
  readonly cooldownMs: number;
  /** Digest of the client's Idempotency-Key with what it is bound to, or `null`. At most 16 characters, no space. */
  readonly idempotency: string | null;
  /** Random name of this attempt; a retry inside the store carries the same one. At most 16 characters, no space. */
  readonly attemptId: string;
  readonly username: string | null;
  /** Keyed hash of the voter's /24 or /48. At most 16 characters, no space. */
  readonly network: string;
  readonly via: Via;
}

/** State of a key's sliding minute after the call. */
export interface KeyWindow {
  readonly limit: number;
  readonly remaining: number;
  /**
   * Milliseconds until a vote leaves the window that makes room: the oldest, or, where more are counted than the limit
   * allows (it was lowered), the one after which fewer than the limit are left. So a refusal need wait exactly so long.
   * 0 when the window is empty.
   */
  readonly resetMs: number;
}

interface VoteState {
  /** The store's clock, the one that decided. */
  readonly nowMs: number;
  /** All votes of the server. */
  readonly votes: number;
  readonly window: KeyWindow;
}

/**
 * What became of an attempt. `counted` is a fresh vote; `replayed` is an earlier success of the same Idempotency-Key,
 * with the total it had then; the two others changed nothing.
 */
export type VoteOutcome =
  | (VoteState & { readonly status: 'counted' | 'replayed'; readonly voteId: string; readonly nextVoteAtMs: number })
  | (VoteState & { readonly status: 'already_voted'; readonly nextVoteAtMs: number })
  | (VoteState & { readonly status: 'rate_limited' });

export interface VoteCheck {
  readonly accountId: string;
  readonly serverNums: readonly number[];
  readonly keyId: string;
  readonly votesPerMinute: number;
  readonly voters: readonly string[];
}

export interface VoteCheckResult {
  readonly nowMs: number;
  readonly window: KeyWindow;
  /** In the order of `serverNums`. */
  readonly servers: readonly { readonly nextVoteAtMs: number | null; readonly votes: number }[];
}

/** An entry of the vote log. `voteId` has the form `<milliseconds>-<sequence>` and grows within an account. */
export interface LoggedVote {
  readonly voteId: string;
  readonly serverNum: number;
  /** The store's clock when the vote was counted. */
  readonly timeMs: number;
  readonly username: string | null;
  /** The server's total after this vote. */
  readonly total: number;
  readonly via: Via;
  readonly network: string;
}

/** Votes of a server on one day of UTC, `YYYY-MM-DD`. */
export interface DayCount {
  readonly day: string;
  readonly votes: number;
}

/**
 * Votes, their locks, totals and log.
 *
 * Guarantees of every implementation:
 * - `castVote` decides, counts and records in one atomic step, in any number of processes. Per voter and server at most
 *   one attempt is `counted` in any `cooldownMs`; per key at most `votesPerMinute` are counted in any 60,000 ms.
 * - An earlier vote is found before the quota is looked at. A refusal changes nothing and moves no `nextVoteAt`.
 * - `nextVoteAtMs` is the time of the counted vote plus `cooldownMs`, stored once. A voter may vote from exactly then on.
 * - A counted vote is as durable as the store can make it before the promise resolves.
 * - The same `attemptId` sent twice is one vote, and both calls answer `counted`.
 * - A vote for a server that was deleted meanwhile rejects with StoreUnavailableError and leaves nothing.
 * - When the store cannot answer in time the promise rejects with StoreUnavailableError in under 1.5 s. The attempt may
 *   then have been applied or not; sending it again with the same `idempotency` tells.
 */
export interface VoteStore {
  castVote(attempt: VoteAttempt): Promise<VoteOutcome>;
  checkVotes(check: VoteCheck): Promise<VoteCheckResult>;
  /** Total of each server, in the order asked. */
  readTotals(accountId: string, serverNums: readonly number[]): Promise<number[]>;
  /**
   * The next entries of an account's log after `after` (`null`: from the oldest), oldest first, at most `limit`. An entry is
   * shown while it is younger than `voteLogDays` by the store's clock, whenever it is taken away after that.
   */
  readLog(accountId: string, after: string | null, limit: number): Promise<LoggedVote[]>;
  /** Counts per day of one server, oldest first. */
  readDays(accountId: string, serverNum: number): Promise<DayCount[]>;
}
