import { hash } from 'node:crypto';
import type { ServerSelector, VoteResult } from '../../contract/vote.ts';
import type { IpAddress } from '../ip-address.ts';
import type { DirectoryReader } from '../store/directory-reader.ts';
import type { ServerRecord } from '../store/directory-store.ts';
import type { KeyWindow, Via, VoteOutcome, VoteStore } from '../store/vote-store.ts';
import { createAttemptName } from './attempt-name.ts';
import { identifyServer } from './identify-server.ts';
import type { Voter } from './voter.ts';

/** On whose account and quota a vote is cast. */
export interface Ballot {
  readonly accountId: string;
  readonly keyId: string;
  /** `null`: the service's own quota. */
  readonly votesPerMinute: number | null;
}

export interface VoteOrder {
  readonly ballot: Ballot;
  readonly selector: ServerSelector;
  readonly address: IpAddress;
  readonly username: string | null;
  /** The client's Idempotency-Key, or `null`. */
  readonly idempotencyKey: string | null;
  readonly via: Via;
}

interface Decided {
  readonly server: ServerRecord;
  readonly nowMs: number;
  readonly window: KeyWindow;
}

/** What became of an order: a counted vote with its id, a refusal for an earlier vote, or a spent quota. */
export type VoteDecision =
  | (Decided & {
      readonly status: 'counted';
      readonly result: VoteResult;
      readonly voteId: string;
      readonly replayed: boolean;
    })
  | (Decided & { readonly status: 'already_voted'; readonly result: VoteResult })
  | (Decided & { readonly status: 'rate_limited' });

export interface VoteRules {
  readonly votes: VoteStore;
  readonly directory: DirectoryReader;
  readonly voterOf: (address: IpAddress) => Voter;
  readonly cooldownMs: number;
  readonly votesPerMinute: number;
  /** Puts the moment of the next vote into words: ISO 8601, in UTC. */
  readonly writeTime: (ms: number) => string;
}

/**
 * Casts one vote.
 *
 * @throws ApiError when the server cannot be identified; the errors of the store when it cannot answer.
 */
export async function castVote(rules: VoteRules, order: VoteOrder): Promise<VoteDecision> {
  const server = await identifyServer(rules.directory, order.ballot.accountId, order.selector);
  const voter = rules.voterOf(order.address);
  const outcome = await rules.votes.castVote({
    accountId: server.accountId,
    serverNum: server.num,
    keyId: order.ballot.keyId,
    votesPerMinute: order.ballot.votesPerMinute ?? rules.votesPerMinute,
    voters: voter.hashes,
    cooldownMs: rules.cooldownMs,
    idempotency: order.idempotencyKey === null ? null : digestOf(order.idempotencyKey, order.username),
    attemptId: createAttemptName(),
    username: order.username,
    network: voter.hashNetwork(),
    via: order.via,
  });
  return decisionOf(rules, server, outcome);
}

/** What is spread comes last: V8 takes microseconds for each member that is put into a copy. */
function decisionOf({ writeTime }: VoteRules, server: ServerRecord, outcome: VoteOutcome): VoteDecision {
  const decided = { server, nowMs: outcome.nowMs, window: outcome.window };
  if (outcome.status === 'rate_limited') return { status: 'rate_limited', ...decided };
  const nextVoteAt = writeTime(outcome.nextVoteAtMs);
  const { votes } = outcome;
  if (outcome.status === 'already_voted') {
    const message = `Someone on this network has already voted for ${server.name}. The next vote is possible at ${nextVoteAt}.`;
    return { status: 'already_voted', result: { success: false, votes, nextVoteAt, message }, ...decided };
  }
  const message = `Thank you for voting for ${server.name}. The next vote is possible at ${nextVoteAt}.`;
  const result = { success: true, votes, nextVoteAt, message };
  return { status: 'counted', result, voteId: outcome.voteId, replayed: outcome.status === 'replayed', ...decided };
}

/** Binds a client's key to the name it was sent with; the lock it is kept in binds it to voter and server. */
function digestOf(idempotencyKey: string, username: string | null): string {
  return hash('sha256', JSON.stringify([idempotencyKey, username]), 'base64url').slice(0, 11);
}
