/** Does what has come due. Answers with the milliseconds, a second at most, until it wants to be called again; `Infinity` for never. */
export type Tick = () => number;

/** Often enough for a countdown, and for many of them at once not too often. */
const SHORTEST_MS = 100;
/** Timers may ring early by a part of a millisecond, which would show the old second again. */
const MARGIN_MS = 5;

/** One timer for everything that waits. It rings when the next of them is due, and rests while none is. */
export class Ticker {
  readonly #ticks = new Set<Tick>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ringsAtMs = Number.POSITIVE_INFINITY;

  add(tick: Tick): void {
    this.#ticks.add(tick);
    this.call(tick);
  }

  delete(tick: Tick): void {
    this.#ticks.delete(tick);
  }

  /** Calls everybody now, whatever the timer says: the page was hidden. */
  run(): void {
    clearTimeout(this.#timer);
    this.#ringsAtMs = Number.POSITIVE_INFINITY;
    for (const tick of [...this.#ticks]) this.call(tick);
  }

  /** Calls one now, who waits for something else than before. */
  call(tick: Tick): void {
    const delayMs = tick();
    if (delayMs === Number.POSITIVE_INFINITY) return;
    const waitMs = Math.max(delayMs + MARGIN_MS, SHORTEST_MS);
    const atMs = performance.now() + waitMs;
    if (atMs >= this.#ringsAtMs) return;
    clearTimeout(this.#timer);
    this.#ringsAtMs = atMs;
    this.#timer = setTimeout(() => this.run(), waitMs);
  }
}
