import { StoreUnavailableError } from '../store-errors.ts';
import type { VoteAttempt, VoteOutcome } from '../vote-store.ts';
import type { AccountMinutes } from './account-minutes.ts';
import { DAY_MS } from './day.ts';
import { codeOfVia, type LogValues } from './log-rows.ts';
import { formatVoteId, nextVoteId } from './vote-id.ts';
import type { VoteJournal } from './vote-journal.ts';
import { latestEndOf, type RememberedAccount, type VoteMemory } from './vote-memory.ts';
import type { LockRow, LockValues, VoteTables } from './vote-tables.ts';

/** Old log entries that a counted vote takes away: more than one, so that a log that has grown too long gets shorter. */
const TRIMMED_PER_VOTE = 4;

interface Candidate {
  readonly attempt: VoteAttempt;
  readonly account: RememberedAccount;
  readonly minutes: AccountMinutes;
  /** Votes of the server so far. */
  readonly total: number;
}

/**
 * Decides the votes of one transaction in order, all at one time. Their locks are made at once; what else is to be written of
 * counted votes is one row of the journal, by `finish`.
 */
export class VoteGroup {
  readonly #tables: VoteTables;
  readonly #memory: VoteMemory;
  readonly #nowMs: number;
  readonly #entries: LogValues[] = [];
  /** How many votes of each account. */
  readonly #counted = new Map<RememberedAccount, number>();

  constructor(tables: VoteTables, memory: VoteMemory, nowMs: number) {
    this.#tables = tables;
    this.#memory = memory;
    this.#nowMs = nowMs;
  }

  /** How many votes were counted so far. */
  get counted(): number {
    return this.#entries.length;
  }

  /** @throws StoreUnavailableError when the server was deleted meanwhile; nothing was changed then. */
  decide(attempt: VoteAttempt): VoteOutcome {
    const account = this.#memory.account(attempt.accountId);
    const total = account === null ? null : this.#memory.total(account, attempt.serverNum);
    if (account === null || total === null) {
      throw new StoreUnavailableError('The server of this vote is not there any more, or not yet.');
    }
    const minutes = this.#memory.minutes(account, this.#nowMs);
    const candidate = { attempt, account, minutes, total };
    const { voters, keyId, votesPerMinute } = attempt;
    // Most votes find room in the minute and no lock; those under one hash learn of a lock by trying to make it. A minute that
    // has room by an earlier time has it now.
    if (voters.length === 1 && minutes.of(keyId).votes < votesPerMinute) {
      const counted = this.#count(candidate);
      if (counted !== null) return counted;
    }
    const locks = this.#memory.locks({ account, server: attempt.serverNum }, voters, this.#nowMs);
    const nextVoteAtMs = latestEndOf(locks);
    if (nextVoteAtMs !== null) {
      return (
        this.#answerRepeat(candidate, locks) ?? { ...this.#stateOf(candidate), status: 'already_voted', nextVoteAtMs }
      );
    }
    minutes.look(this.#nowMs);
    if (minutes.of(keyId).votes >= votesPerMinute) return { status: 'rate_limited', ...this.#stateOf(candidate) };
    const counted = this.#count(candidate);
    if (counted === null) throw new Error('a voter without a lock cannot make one');
    return counted;
  }

  /** Writes the votes, and takes away log entries older than `voteLogDays`. */
  finish(journal: VoteJournal, voteLogDays: number): void {
    journal.append(this.#entries);
    const beforeMs = this.#nowMs - voteLogDays * DAY_MS;
    for (const [account, votes] of this.#counted) this.#trimLog(account, { beforeMs, votes });
  }

  /** Most votes find nothing to take away, and know it without looking. */
  #trimLog(
    account: RememberedAccount,
    { beforeMs, votes }: { readonly beforeMs: number; readonly votes: number },
  ): void {
    if (this.#memory.oldestVoteMs(account) >= beforeMs) return;
    this.#tables.trimLog.run(account.num, beforeMs, account.num, votes * TRIMMED_PER_VOTE);
    account.oldestVoteMs = null;
  }

  /** The answer to an attempt that has made one of these locks; `null` when none is its own. */
  #answerRepeat(candidate: Candidate, locks: readonly LockRow[]): VoteOutcome | null {
    const { attemptId, idempotency } = candidate.attempt;
    for (const lock of locks) {
      const isSameAttempt = lock.attempt === attemptId;
      if (!isSameAttempt && (idempotency === null || lock.idempotency !== idempotency)) continue;
      return {
        ...this.#stateOf(candidate),
        status: isSameAttempt ? 'counted' : 'replayed',
        votes: lock.total,
        voteId: formatVoteId({ ms: lock.voteMs, seq: lock.voteSeq }),
        nextVoteAtMs: lock.nextVoteAtMs,
      };
    }
    return null;
  }

  /** Counts the vote, unless its voter has a live lock: then the answer is `null`, and nothing was changed. */
  #count(candidate: Candidate): VoteOutcome | null {
    const { attempt, account, minutes } = candidate;
    const { serverNum, voters, idempotency, attemptId, username, network, via } = attempt;
    const [voter] = voters;
    if (voter === undefined) throw new Error('an attempt to vote needs the hash of its voter');
    const id = nextVoteId(this.#memory.newestVote(account), this.#nowMs);
    const { ms, seq } = id;
    const votes = candidate.total + 1;
    const nextVoteAtMs = this.#nowMs + attempt.cooldownMs;
    const values: LockValues = [account.num, serverNum, voter, nextVoteAtMs, ms, seq, votes, idempotency, attemptId];
    if (this.#tables.claimLock.run(...values, this.#nowMs).changes === 0) return null;
    minutes.look(this.#nowMs);
    const key = minutes.add(attempt.keyId, this.#nowMs);
    const aheadMs = ms - this.#nowMs;
    this.#entries.push([account.num, ms, seq, serverNum, aheadMs, username, votes, codeOfVia(via), network, key]);
    account.newestVote = id;
    account.totals.set(serverNum, votes);
    this.#counted.set(account, (this.#counted.get(account) ?? 0) + 1);
    const window = minutes.of(attempt.keyId).view(attempt.votesPerMinute, this.#nowMs);
    // Written out: V8 takes a microsecond for each member that is added to a copy.
    return { status: 'counted', nowMs: this.#nowMs, votes, window, voteId: formatVoteId(id), nextVoteAtMs };
  }

  #stateOf({ attempt, minutes, total }: Candidate) {
    return {
      nowMs: this.#nowMs,
      votes: total,
      window: minutes.of(attempt.keyId).view(attempt.votesPerMinute, this.#nowMs),
    };
  }
}
