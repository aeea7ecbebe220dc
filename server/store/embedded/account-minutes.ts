import { readMinutes } from './minute-rows.ts';
import { MINUTE_MS, SlidingMinute } from './sliding-minute.ts';
import type { VoteJournal } from './vote-journal.ts';
import type { VoteTables } from './vote-tables.ts';

export interface MinutesOptions {
  readonly nowMs: number;
  readonly journal: VoteJournal;
  /** Is told how many things more are remembered. */
  readonly onRemember: (count: number) => void;
}

/**
 * The sliding minutes of all keys of an account, read at once, since the log is kept by account and time. Always used within a
 * transaction, and forgotten when another connection has written.
 *
 * Where the clock goes back, the log no longer tells them: what counts then is written beside it, and its entries up to there count
 * no more. So those that count stand in the order of their times, whatever their ids are.
 */
export class AccountMinutes {
  readonly #tables: VoteTables;
  readonly #account: number;
  readonly #journal: VoteJournal;
  readonly #onRemember: (count: number) => void;
  readonly #byNum: Map<number, SlidingMinute>;
  /** The numbers of keys in the log; `null` of a key that has not voted yet. */
  readonly #nums = new Map<string, number | null>();
  /** The latest time that the clock was seen to show. */
  #latestMs: number;

  constructor(tables: VoteTables, account: number, { nowMs, journal, onRemember }: MinutesOptions) {
    this.#tables = tables;
    this.#account = account;
    this.#journal = journal;
    this.#onRemember = onRemember;
    const { byNum, latestMs } = readMinutes(tables, { account, nowMs, unmoved: journal.unmoved(account) });
    onRemember(byNum.size);
    this.#byNum = byNum;
    this.#latestMs = latestMs;
  }

  /** What is in the minute of a key by the latest time; to be looked at, not to be changed. */
  of(keyId: string): SlidingMinute {
    const num = this.#numOf(keyId);
    const minute = num === null ? undefined : this.#byNum.get(num);
    minute?.settle(this.#latestMs);
    return minute ?? new SlidingMinute([]);
  }

  /** To be called before a vote is decided: learns the time. */
  look(nowMs: number): void {
    if (nowMs < this.#latestMs) this.#leaveTheLog(nowMs);
    this.#latestMs = nowMs;
  }

  /** Counts a vote of now; `look` came before. Answers the number that the log is to have. */
  add(keyId: string, nowMs: number): number {
    const num = this.#numOf(keyId) ?? this.#addKey(keyId);
    const minute = this.#byNum.get(num) ?? this.#addMinute(num);
    minute.settle(nowMs);
    minute.add(nowMs);
    return num;
  }

  #addMinute(num: number): SlidingMinute {
    const minute = new SlidingMinute([]);
    this.#byNum.set(num, minute);
    this.#onRemember(1);
    return minute;
  }

  #numOf(keyId: string): number | null {
    const known = this.#nums.get(keyId);
    if (known !== undefined) return known;
    const num = this.#tables.keyNum.get(this.#account, keyId) ?? null;
    this.#nums.set(keyId, num);
    this.#onRemember(1);
    return num;
  }

  #addKey(keyId: string): number {
    const num = this.#tables.addKey.get(this.#account, keyId, this.#account);
    if (num === undefined) throw new Error('a key that was added has no number');
    this.#nums.set(keyId, num);
    return num;
  }

  #leaveTheLog(nowMs: number): void {
    this.#journal.moveAllOf(this.#account);
    this.#tables.uncount.run(this.#account, nowMs - MINUTE_MS);
    this.#tables.dropMinutes.run(this.#account);
    for (const [num, minute] of this.#byNum) {
      minute.settle(this.#latestMs);
      minute.settle(nowMs);
      for (const { ms, votes } of minute.stamps) this.#tables.saveMinute.run(this.#account, num, ms, votes);
    }
  }
}
