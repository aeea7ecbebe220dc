/** Does what has come due. Answers with the milliseconds until it wants to be called again; `Infinity` for never. */
export type Tick = () => number;

/** Often enough for a countdown, and for many of them at once not too often. */
const SHORTEST_MS = 100;
const LONGEST_MS = 1000;
/** Timers may ring early by a part of a millisecond, which would show the old second again. */
const MARGIN_MS = 5;

/** One timer for everything that waits. It rings when the next of them is due, and rests while none is. */
export class Ticker {
  readonly #ticks = new Set<Tick>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  add(tick: Tick): void {
    this.#ticks.add(tick);
    this.run();
  }

  delete(tick: Tick): void {
    this.#ticks.delete(tick);
  }

  /** Calls everybody now, whatever the timer says: the page was hidden, or somebody waits for something else. */
  run(): void {
    const delayMs = Math.min(...[...this.#ticks].map((tick) => tick()));
    // Last, since what somebody does by itself may have set the timer already.
    clearTimeout(this.#timer);
    if (delayMs === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.run(), Math.min(Math.max(delayMs + MARGIN_MS, SHORTEST_MS), LONGEST_MS));
  }
}
