import type { Statement } from 'better-sqlite3';
import { StoreUnavailableError } from '../store-errors.ts';
import type {
  DayCount,
  LoggedVote,
  VoteAttempt,
  VoteCheck,
  VoteCheckResult,
  VoteOutcome,
  VoteStore,
} from '../vote-store.ts';
import type { ChangeWatch } from './change-watch.ts';
import type { DatabaseFile, Tried } from './database-file.ts';
import { DAY_MS, formatDay } from './day.ts';
import { withUnmoved } from './day-rows.ts';
import { GroupCommit, type JobResult } from './group-commit.ts';
import type { LockSweep } from './lock-sweep.ts';
import { type LogRow, NOT_BURIED, readLogRow, SELECT_LOG } from './log-rows.ts';
import { SlidingMinute } from './sliding-minute.ts';
import { VoteGroup } from './vote-group.ts';
import { isLater, parseVoteId } from './vote-id.ts';
import type { VoteJournal } from './vote-journal.ts';
import { latestEndOf, VoteMemory } from './vote-memory.ts';
import { prepareVoteTables, type VoteTables } from './vote-tables.ts';

/** Locks that a counted vote looks at: more than one, so that those that are over get fewer. */
const SWEPT_PER_VOTE = 4;

/** What the votes are built from. */
export interface VoteParts {
  readonly file: DatabaseFile;
  readonly changes: ChangeWatch;
  readonly sweep: LockSweep;
  readonly journal: VoteJournal;
  readonly clock: () => number;
  readonly voteLogDays: number;
}

/** VoteStore on SQLite: votes that come together share one transaction. */
export class EmbeddedVotes implements VoteStore {
  readonly #parts: VoteParts;
  readonly #tables: VoteTables;
  readonly #memory: VoteMemory;
  readonly #log: Statement<[account: number, ms: number, seq: number, endedMs: number, limit: number], LogRow>;
  readonly #queue = new GroupCommit<VoteAttempt, VoteOutcome>((attempts) => this.#castGroup(attempts));

  constructor(parts: VoteParts) {
    this.#parts = parts;
    this.#tables = prepareVoteTables(parts.file.db);
    this.#memory = new VoteMemory(this.#tables, parts.journal);
    this.#log = parts.file.db.prepare(
      `${SELECT_LOG} WHERE account = ? AND (ms, seq) > (?, ?) AND ms > ? AND ${NOT_BURIED} ORDER BY ms, seq LIMIT ?`,
    );
    parts.file.onRollback(() => this.#memory.forget());
    parts.changes.onChange(() => this.#memory.forget());
  }

  castVote(attempt: VoteAttempt): Promise<VoteOutcome> {
    try {
      // Not with the transaction: then whoever comes in the turn after that would be checked by what was known before it.
      this.#parts.changes.look();
    } catch (error) {
      return Promise.reject(error);
    }
    return this.#queue.add(attempt);
  }

  async checkVotes(check: VoteCheck): Promise<VoteCheckResult> {
    return this.#read(() => {
      const nowMs = this.#parts.clock();
      const account = this.#memory.account(check.accountId);
      const minute = account === null ? new SlidingMinute([]) : this.#memory.minutes(account, nowMs).of(check.keyId);
      const servers = check.serverNums.map((server) => ({
        nextVoteAtMs: account && latestEndOf(this.#memory.locks({ account, server }, check.voters, nowMs)),
        votes: (account && this.#memory.total(account, server)) ?? 0,
      }));
      return { nowMs, window: minute.view(check.votesPerMinute, nowMs), servers };
    });
  }

  async readTotals(accountId: string, serverNums: readonly number[]): Promise<number[]> {
    return this.#read(() => {
      const account = this.#memory.account(accountId);
      return serverNums.map((server) => (account && this.#memory.total(account, server)) ?? 0);
    });
  }

  async readLog(accountId: string, after: string | null, limit: number): Promise<LoggedVote[]> {
    const { ms, seq } = after === null ? { ms: -1, seq: 0 } : parseVoteId(after);
    return this.#read(() => {
      const account = this.#memory.account(accountId);
      if (account === null) return [];
      // What is over is hidden at once; it is taken away little by little.
      const endedMs = this.#parts.clock() - this.#parts.voteLogDays * DAY_MS;
      const rows = this.#log.all(account.num, ms, seq, endedMs, limit);
      const unmoved = rows.length < limit ? this.#parts.journal.unmoved(account.num) : [];
      const newer = unmoved.filter((entry) => isLater(entry, { ms, seq }) && entry.ms > endedMs);
      return [...rows, ...newer.slice(0, limit - rows.length)].map(readLogRow);
    });
  }

  async readDays(accountId: string, serverNum: number): Promise<DayCount[]> {
    return this.#read(() => {
      const account = this.#memory.account(accountId);
      if (account === null) return [];
      const unmoved = this.#parts.journal.unmoved(account.num).filter(({ server }) => server === serverNum);
      return Array.from(withUnmoved(this.#tables.days.iterate(account.num, serverNum), unmoved), ({ day, votes }) => ({
        day: formatDay(day),
        votes,
      }));
    });
  }

  /** Decides the votes that are waiting and takes no more. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  #read<T>(work: () => T): T {
    this.#parts.changes.look();
    return this.#parts.file.read(() => {
      this.#memory.refresh();
      return work();
    });
  }

  #castGroup(attempts: readonly VoteAttempt[]): Tried<readonly JobResult<VoteOutcome>[]> {
    const { file, sweep, journal, clock, voteLogDays } = this.#parts;
    return file.tryWrite(() => {
      this.#memory.refresh();
      const nowMs = clock();
      const group = new VoteGroup(this.#tables, this.#memory, nowMs);
      const results = attempts.map((attempt) => decide(group, attempt));
      group.finish(journal, voteLogDays);
      if (group.counted > 0) {
        journal.step(group.counted);
        sweep.step(group.counted * SWEPT_PER_VOTE, nowMs);
      }
      return results;
    });
  }
}

function decide(group: VoteGroup, attempt: VoteAttempt): JobResult<VoteOutcome> {
  try {
    return { answer: group.decide(attempt) };
  } catch (error) {
    // Only this vote is refused; the others of the group go on.
    if (error instanceof StoreUnavailableError) return { refusal: error };
    throw error;
  }
}
