import { StoreUnavailableError } from '../store-errors.ts';
import type { VoteAttempt, VoteOutcome } from '../vote-store.ts';
import type { AccountMinutes } from './account-minutes.ts';
import { DAY_MS, dayOf } from './day.ts';
import { codeOfVia } from './log-rows.ts';
import { formatVoteId, nextVoteId } from './vote-id.ts';
import { latestEndOf, type RememberedAccount, type RememberedTotal, type VoteMemory } from './vote-memory.ts';
import type { LockRow, VoteTables } from './vote-tables.ts';

/** Old log entries that a counted vote takes away: more than one, so that a log that has grown too long gets shorter. */
const TRIMMED_PER_VOTE = 4;

/** What the votes of a group have changed of one account. */
interface Touched {
  votes: number;
  /** By server number. */
  readonly servers: Map<number, RememberedTotal>;
}

interface Candidate {
  readonly attempt: VoteAttempt;
  readonly account: RememberedAccount;
  readonly minutes: AccountMinutes;
  readonly total: RememberedTotal;
}

/**
 * Decides the votes of one transaction in order, all at one time. Locks and log entries are written at once; what several
 * votes share (their totals) is written once, by `finish`.
 */
export class VoteGroup {
  readonly #tables: VoteTables;
  readonly #memory: VoteMemory;
  readonly #nowMs: number;
  readonly #day: number;
  readonly #touched = new Map<RememberedAccount, Touched>();
  #counted = 0;

  constructor(tables: VoteTables, memory: VoteMemory, nowMs: number) {
    this.#tables = tables;
    this.#memory = memory;
    this.#nowMs = nowMs;
    this.#day = dayOf(nowMs);
  }

  /** How many votes were counted so far. */
  get counted(): number {
    return this.#counted;
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
    const locks = this.#memory.locks({ account, server: attempt.serverNum }, attempt.voters, this.#nowMs);
    const nextVoteAtMs = latestEndOf(locks);
    if (nextVoteAtMs !== null) {
      return (
        this.#answerRepeat(candidate, locks) ?? { ...this.#stateOf(candidate), status: 'already_voted', nextVoteAtMs }
      );
    }
    minutes.look(this.#nowMs);
    const { votes } = minutes.of(attempt.keyId);
    if (votes >= attempt.votesPerMinute) return { status: 'rate_limited', ...this.#stateOf(candidate) };
    return this.#count(candidate);
  }

  /** Writes what the votes share, and takes away log entries older than `voteLogDays`. */
  finish(voteLogDays: number): void {
    const tables = this.#tables;
    for (const [account, touched] of this.#touched) {
      for (const [server, total] of touched.servers) {
        tables.saveTotal.run(total.votes, total.day, total.dayVotes, account.num, server);
      }
      this.#trimLog(account, { beforeMs: this.#nowMs - voteLogDays * DAY_MS, votes: touched.votes });
    }
  }

  /** Most votes find nothing to take away, and know it without looking. The newest entry is of a vote just now, and stays. */
  #trimLog(
    account: RememberedAccount,
    { beforeMs, votes }: { readonly beforeMs: number; readonly votes: number },
  ): void {
    if (this.#memory.oldestVoteMs(account) >= beforeMs) return;
    this.#tables.trimLog.run(account.num, beforeMs, votes * TRIMMED_PER_VOTE);
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

  #count(candidate: Candidate): VoteOutcome {
    const { attempt, account, minutes, total } = candidate;
    const { serverNum, voters, idempotency, attemptId, username, network, via } = attempt;
    const [voter] = voters;
    if (voter === undefined) throw new Error('an attempt to vote needs the hash of its voter');
    const id = nextVoteId(this.#memory.newestVote(account), this.#nowMs);
    const { ms, seq } = id;
    this.#addTo(total, account.num, serverNum);
    const nextVoteAtMs = this.#nowMs + attempt.cooldownMs;
    this.#tables.saveLock.run(
      account.num,
      serverNum,
      voter,
      nextVoteAtMs,
      ms,
      seq,
      total.votes,
      idempotency,
      attemptId,
    );
    const aheadMs = ms - this.#nowMs;
    this.#tables.log.run(
      account.num,
      ms,
      seq,
      serverNum,
      aheadMs,
      username,
      total.votes,
      codeOfVia(via),
      network,
      minutes.add(attempt.keyId, this.#nowMs),
    );
    account.newestVote = id;
    const touched = this.#touch(account);
    touched.votes += 1;
    touched.servers.set(serverNum, total);
    this.#counted += 1;
    return {
      ...this.#stateOf(candidate),
      status: 'counted',
      voteId: formatVoteId(id),
      nextVoteAtMs,
    };
  }

  /** With the first vote of another day, those of the day before go where they stay. */
  #addTo(total: RememberedTotal, account: number, server: number): void {
    if (total.day !== this.#day) {
      if (total.dayVotes > 0) this.#tables.addToDay.run(account, server, total.day, total.dayVotes);
      total.day = this.#day;
      total.dayVotes = 0;
    }
    total.votes += 1;
    total.dayVotes += 1;
  }

  #stateOf({ attempt, minutes, total: { votes } }: Candidate) {
    return { nowMs: this.#nowMs, votes, window: minutes.of(attempt.keyId).view(attempt.votesPerMinute, this.#nowMs) };
  }

  #touch(account: RememberedAccount): Touched {
    const known = this.#touched.get(account);
    if (known !== undefined) return known;
    const touched: Touched = { votes: 0, servers: new Map() };
    this.#touched.set(account, touched);
    return touched;
  }
}
