import type { KeyWindow } from '../vote-store.ts';

export const MINUTE_MS = 60_000;

/** So many votes were counted in this millisecond. */
export interface Stamp {
  readonly ms: number;
  readonly votes: number;
}

/**
 * The votes that a key had counted in the last minute. A vote at `t` has left at exactly `t + 60,000`. Votes from a later time
 * than now are there when the clock went back; they count as votes of now, so that they block a minute and no longer.
 */
export class SlidingMinute {
  /** Oldest first, one for each vote. Those before `#head` have left. */
  #times: number[];
  #head = 0;

  /** @param stamps oldest first. */
  constructor(stamps: readonly Stamp[]) {
    this.#times = stamps.flatMap(({ ms, votes }) => Array<number>(votes).fill(ms));
  }

  /** Lets go of what has left and moves votes from a later time to now. */
  settle(nowMs: number): void {
    const times = this.#times;
    this.#head = this.#firstAfter(nowMs - MINUTE_MS);
    // An array that only ever grew at its end would grow for ever.
    if (this.#head > 1_000 && this.#head * 2 > times.length) {
      this.#times = times.slice(this.#head);
      this.#head = 0;
    }
    this.#bringToNow(nowMs);
  }

  /** Votes in the minute that ends now; `settle` came before. */
  get votes(): number {
    return this.#times.length - this.#head;
  }

  /** Counts one vote; `settle` came before. */
  add(nowMs: number): void {
    this.#times.push(nowMs);
  }

  /** What is in the minute, oldest first, by milliseconds; `settle` came before. */
  get stamps(): readonly Stamp[] {
    const counts = new Map<number, number>();
    for (const ms of this.#times.slice(this.#head)) counts.set(ms, (counts.get(ms) ?? 0) + 1);
    return Array.from(counts, ([ms, votes]) => ({ ms, votes }));
  }

  /** How the minute looks now; changes nothing. */
  view(limit: number, nowMs: number): KeyWindow {
    const first = this.#firstAfter(nowMs - MINUTE_MS);
    const votes = this.#times.length - first;
    const freeingMs = this.#times[first + Math.min(Math.max(0, votes - limit), votes - 1)];
    return {
      limit,
      remaining: Math.max(0, limit - votes),
      resetMs: votes === 0 || freeingMs === undefined ? 0 : Math.min(freeingMs, nowMs) + MINUTE_MS - nowMs,
    };
  }

  #firstAfter(ms: number): number {
    let index = this.#head;
    while (index < this.#times.length && (this.#times[index] ?? 0) <= ms) index += 1;
    return index;
  }

  #bringToNow(nowMs: number): void {
    const times = this.#times;
    for (let index = times.length - 1; index >= this.#head && (times[index] ?? 0) > nowMs; index -= 1)
      times[index] = nowMs;
  }
}
