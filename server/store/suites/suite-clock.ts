/** An ordinary working day; nothing in the suites may depend on which. */
const START_MS = Date.parse('2026-03-03T09:26:53.589Z');

/** A clock that stands still until it is set. */
export class SuiteClock {
  nowMs = START_MS;

  /** Goes on by so many milliseconds, or back when negative. */
  advance(ms: number): void {
    this.nowMs += ms;
  }

  /** Goes to an instant in ISO 8601. */
  setTo(instant: string): void {
    this.nowMs = Date.parse(instant);
  }
}
