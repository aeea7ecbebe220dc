/** What a client asked. */
export interface Ask {
  readonly kind: 'vote' | 'check';
  /** Name of the voter, never used for anybody else in the run. */
  readonly voter: string;
  readonly accountId: string;
  readonly serverId: string;
  /** Name of the key that was sent. */
  readonly key: string;
  readonly idempotencyKey: string | null;
}

/** What came back, as far as the checks look at it. */
export interface Reply {
  /** `null` when no answer came at all; `fault` says why then. */
  readonly status: number | null;
  /** Code of the problem document. */
  readonly code: string | null;
  readonly nextVoteAt: string | null;
  /** All votes of the server, as a check tells them. */
  readonly serverVotes: number | null;
  readonly voteId: string | null;
  readonly replayed: boolean;
  /** Code of the network fault, such as ECONNREFUSED. */
  readonly fault: string | null;
  /** Was the connection made for this request, and nothing heard on it? */
  readonly unheard: boolean;
}

/** One request with its answer, in the order of the answers. Times are those of the client, in milliseconds, and only go forward. */
export interface Exchange extends Ask, Reply {
  readonly startedMs: number;
  readonly endedMs: number;
}

/** A vote as the store's log has it. The clients sent their name and that of their key as the username. */
export interface LoggedVote {
  readonly voteId: string;
  readonly serverId: string;
  readonly voter: string;
  readonly key: string;
  readonly timeMs: number;
}

/** What the product says when everything is over. */
export interface Audit {
  /** Votes of each server, by its id, as /vote/check tells them. */
  readonly counts: ReadonlyMap<string, number>;
  /** When each voter may vote again; those who may vote now are not in it. By `ballotOf`. */
  readonly locks: ReadonlyMap<string, string>;
  readonly log: readonly LoggedVote[];
}

/** Everything that a scenario leaves to be judged. */
export interface Evidence {
  readonly exchanges: readonly Exchange[];
  readonly audit: Audit;
  /** Votes a minute of each key, by its name. */
  readonly limits: ReadonlyMap<string, number>;
  /** When the load began and ended, and when a fault was made, by the clock of the client. */
  readonly loadMs: readonly [began: number, ended: number];
  readonly faultsMs: readonly number[];
  /** From when to when a process of the service was away or on its way back; connections may break then. */
  readonly awayMs: readonly (readonly [from: number, to: number])[];
}

/** A voter with a server: what may have one vote in twelve hours. */
export function ballotOf({ voter, serverId }: { readonly voter: string; readonly serverId: string }): string {
  return `${voter} ${serverId}`;
}

/** Was a vote counted by this very request? A replay tells of an earlier one. */
export function isFreshSuccess(exchange: Exchange): boolean {
  return exchange.kind === 'vote' && exchange.status === 200 && !exchange.replayed;
}

/** Was the client told of a counted vote, its own or that of an earlier try? */
export function isAcknowledged(exchange: Exchange): exchange is Exchange & { readonly voteId: string } {
  return exchange.kind === 'vote' && exchange.status === 200 && exchange.voteId !== null;
}

/** Does the client not know whether its vote was counted? */
export function isUnknown(exchange: Exchange): boolean {
  return exchange.kind === 'vote' && (exchange.status === null || exchange.status === 503);
}

/** Was the connection reset before anybody was heard on it? So end those that a closing service leaves in the queue of the system. */
export function isResetUnheard({ status, fault, unheard }: Reply): boolean {
  return status === null && unheard && (fault === 'ECONNRESET' || fault === 'EPIPE');
}

/** A vote over all accounts: ids are unique within an account. */
export function nameOfVote({ serverId, voteId }: { readonly serverId: string; readonly voteId: string }): string {
  return `${serverId} ${voteId}`;
}
