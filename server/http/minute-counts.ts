const MINUTE_MS = 60_000;

/**
 * Counts for all keys by one minute, which begins with the first of them. Of the visitors of a site most come once, and of those of a
 * flood there are very many: what is kept of each is a name and a number, and goes with the minute.
 */
export class MinuteCounts {
  #hits = new Map<string, number>();
  /** When the minute is over, by the clock that `count` is given; before every instant where none has begun. */
  endsAtMs = Number.NEGATIVE_INFINITY;

  /** Counts one more, and gives back how many there were in this minute. */
  count(key: string, nowMs: number): number {
    // A clock that was set back is no reason to refuse anybody for longer.
    if (nowMs >= this.endsAtMs || nowMs < this.endsAtMs - MINUTE_MS) this.#begin(nowMs);
    const hits = (this.#hits.get(key) ?? 0) + 1;
    this.#hits.set(key, hits);
    return hits;
  }

  #begin(nowMs: number): void {
    this.#hits = new Map();
    this.endsAtMs = nowMs + MINUTE_MS;
    // Nobody is remembered for longer because nobody else comes.
    const minute = this.#hits;
    setTimeout(() => this.#end(minute), MINUTE_MS).unref();
  }

  /** Forgets a minute where none has begun since, and whoever comes next begins one. */
  #end(minute: Map<string, number>): void {
    if (this.#hits !== minute) return;
    this.#hits = new Map();
    this.endsAtMs = Number.NEGATIVE_INFINITY;
  }
}
