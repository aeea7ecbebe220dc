import type { KeyWindow } from '../vote-store.ts';

export const MINUTE_MS = 60_000;

/** So many votes were counted in this millisecond. */
export interface Stamp {
  readonly ms: number;
  votes: number;
}

/**
 * The votes that a key had counted in the last minute. A vote at `t` has left at exactly `t + 60,000`. Votes from a later time
 * than now are there when the clock went back; they count as votes of now, so that they block a minute and no longer.
 */
export class SlidingMinute {
  /** Oldest first, with one entry per millisecond. Those before `#head` have left. */
  #stamps: Stamp[];
  #head = 0;
  #votes: number;

  /** @param stamps oldest first. */
  constructor(stamps: readonly Stamp[]) {
    this.#stamps = stamps.map(({ ms, votes }) => ({ ms, votes }));
    this.#votes = this.#stamps.reduce((sum, stamp) => sum + stamp.votes, 0);
  }

  /** Lets go of what has left and moves votes from a later time to now. */
  settle(nowMs: number): void {
    for (let first = this.#first(); first !== undefined && first.ms <= nowMs - MINUTE_MS; first = this.#first()) {
      this.#votes -= first.votes;
      this.#head += 1;
    }
    // An array that only ever grew at its end would grow for ever.
    if (this.#head > 1_000 && this.#head * 2 > this.#stamps.length) {
      this.#stamps = this.#stamps.slice(this.#head);
      this.#head = 0;
    }
    let moved = 0;
    for (let last = this.#last(); last !== undefined && last.ms > nowMs; last = this.#last()) {
      moved += last.votes;
      this.#stamps.pop();
    }
    if (moved > 0) this.#addAt(nowMs, moved);
  }

  /** Votes in the minute that ends now; `settle` came before. */
  get votes(): number {
    return this.#votes;
  }

  /** Counts one vote; `settle` came before. */
  add(nowMs: number): void {
    this.#addAt(nowMs, 1);
    this.#votes += 1;
  }

  /** What is in the minute, oldest first; `settle` came before. */
  get stamps(): readonly Stamp[] {
    return this.#stamps.slice(this.#head);
  }

  /** How the minute looks now; changes nothing. */
  view(limit: number, nowMs: number): KeyWindow {
    let votes = this.#votes;
    let index = this.#head;
    for (; index < this.#stamps.length; index += 1) {
      const stamp = this.#stamps[index];
      if (stamp === undefined || stamp.ms > nowMs - MINUTE_MS) break;
      votes -= stamp.votes;
    }
    const freeingMs = this.#leavingMs(index, Math.min(Math.max(0, votes - limit), votes - 1));
    return {
      limit,
      remaining: Math.max(0, limit - votes),
      resetMs: freeingMs === null ? 0 : Math.min(freeingMs, nowMs) + MINUTE_MS - nowMs,
    };
  }

  /** Time of the vote that has so many before it, counted from this stamp; `null` where there are none. */
  #leavingMs(from: number, before: number): number | null {
    let left = before;
    for (let index = from; index < this.#stamps.length; index += 1) {
      const stamp = this.#stamps[index];
      if (stamp === undefined) break;
      if (left < stamp.votes) return stamp.ms;
      left -= stamp.votes;
    }
    return null;
  }

  #addAt(ms: number, votes: number): void {
    const last = this.#last();
    if (last?.ms === ms) last.votes += votes;
    else this.#stamps.push({ ms, votes });
  }

  #first(): Stamp | undefined {
    return this.#stamps[this.#head];
  }

  #last(): Stamp | undefined {
    return this.#stamps.length > this.#head ? this.#stamps.at(-1) : undefined;
  }
}
