import type { KeyWindow, LoggedVote, VoteAttempt, VoteOutcome } from '../vote-store.ts';

const MINUTE_MS = 60_000;

interface ModelLock {
  readonly nextVoteAtMs: number;
  readonly voteId: string;
  readonly total: number;
  readonly idempotency: string | null;
  readonly attemptId: string;
}

/** What the model expects of an attempt: all of the answer except the id of a fresh vote. */
export interface ExpectedOutcome {
  readonly status: VoteOutcome['status'];
  readonly nowMs: number;
  readonly votes: number;
  readonly window: KeyWindow;
  readonly voteId?: string;
  readonly nextVoteAtMs?: number;
}

/** The vote store in its plainest form: a few maps, one account, no concurrency. The real ones have to agree with it. */
export class VoteModel {
  readonly totals = new Map<number, number>();
  readonly days = new Map<number, Map<string, number>>();
  readonly log: LoggedVote[] = [];
  readonly #locks = new Map<string, ModelLock>();
  #windows = new Map<string, number[]>();

  /** What the store should answer. Nothing is counted before `count` is told the id that the store gave. */
  expect(attempt: VoteAttempt, nowMs: number): ExpectedOutcome {
    const votes = this.totals.get(attempt.serverNum) ?? 0;
    const window = this.windowOf(attempt.keyId, attempt.votesPerMinute, nowMs);
    for (const lock of this.#liveLocks(attempt.serverNum, attempt.voters, nowMs)) {
      const { nextVoteAtMs, voteId, total } = lock;
      if (lock.attemptId === attempt.attemptId) {
        return { status: 'counted', nowMs, votes: total, window, voteId, nextVoteAtMs };
      }
      if (attempt.idempotency !== null && lock.idempotency === attempt.idempotency) {
        return { status: 'replayed', nowMs, votes: total, window, voteId, nextVoteAtMs };
      }
    }
    const nextVoteAtMs = this.nextVoteAt(attempt.serverNum, attempt.voters, nowMs);
    if (nextVoteAtMs !== null) return { status: 'already_voted', nowMs, votes, window, nextVoteAtMs };
    if (this.#live(attempt.keyId, nowMs).length >= attempt.votesPerMinute) {
      return { status: 'rate_limited', nowMs, votes, window };
    }
    const after = windowFrom([...this.#live(attempt.keyId, nowMs), nowMs], attempt.votesPerMinute, nowMs);
    return { status: 'counted', nowMs, votes: votes + 1, window: after, nextVoteAtMs: nowMs + attempt.cooldownMs };
  }

  /** Takes in a fresh vote. */
  count(attempt: VoteAttempt, voteId: string, nowMs: number): void {
    const { serverNum, username, via, network, idempotency, attemptId } = attempt;
    const total = (this.totals.get(serverNum) ?? 0) + 1;
    const nextVoteAtMs = nowMs + attempt.cooldownMs;
    this.totals.set(serverNum, total);
    const days = this.days.get(serverNum) ?? new Map<string, number>();
    const day = new Date(nowMs).toISOString().slice(0, 10);
    this.days.set(serverNum, days.set(day, (days.get(day) ?? 0) + 1));
    this.log.push({ voteId, serverNum, timeMs: nowMs, username, total, via, network });
    this.#locks.set(`${serverNum} ${attempt.voters[0]}`, { nextVoteAtMs, voteId, total, idempotency, attemptId });
    this.#windows.set(attempt.keyId, [...this.#live(attempt.keyId, nowMs), nowMs]);
  }

  /** The latest of the live locks of these hashes; `null` where there is none. */
  nextVoteAt(serverNum: number, voters: readonly string[], nowMs: number): number | null {
    const ends = this.#liveLocks(serverNum, voters, nowMs).map((lock) => lock.nextVoteAtMs);
    return ends.length === 0 ? null : Math.max(...ends);
  }

  windowOf(keyId: string, limit: number, nowMs: number): KeyWindow {
    return windowFrom(this.#live(keyId, nowMs), limit, nowMs);
  }

  /** Forgets every key's minute, as a minute without votes does. */
  emptyWindows(): void {
    this.#windows = new Map();
  }

  #liveLocks(serverNum: number, voters: readonly string[], nowMs: number): ModelLock[] {
    const locks = voters.map((voter) => this.#locks.get(`${serverNum} ${voter}`));
    return locks.flatMap((lock) => (lock !== undefined && lock.nextVoteAtMs > nowMs ? [lock] : []));
  }

  #live(keyId: string, nowMs: number): number[] {
    return (this.#windows.get(keyId) ?? []).filter((timeMs) => timeMs > nowMs - MINUTE_MS);
  }
}

function windowFrom(times: readonly number[], limit: number, nowMs: number): KeyWindow {
  const freeing = times[Math.min(Math.max(0, times.length - limit), times.length - 1)];
  return {
    limit,
    remaining: Math.max(0, limit - times.length),
    resetMs: freeing === undefined ? 0 : freeing + MINUTE_MS - nowMs,
  };
}
