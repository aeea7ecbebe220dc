/** More than timers and slow pages explain, in milliseconds. */
const JUMP_MS = 2000;

/**
 * The service's clock in milliseconds since 1970. It follows the browser's monotonic clock from the last answer on, so
 * that a wrong or changed clock of the device does not matter.
 */
export class ServerClock {
  #offsetMs = Date.now() - performance.now();
  #deviceMs = this.#offsetMs;

  now(): number {
    return performance.now() + this.#offsetMs;
  }

  /** Takes over the time of an answer that has just arrived, ISO 8601. */
  set(now: string | undefined): void {
    const ms = Date.parse(now ?? '');
    if (ms) this.#offsetMs = ms - performance.now();
    this.hasJumped();
  }

  /** Has the device slept, or its clock been set, since this was asked? The monotonic clock may have stood still then. */
  hasJumped(): boolean {
    const before = this.#deviceMs;
    this.#deviceMs = Date.now() - performance.now();
    return Math.abs(this.#deviceMs - before) > JUMP_MS;
  }
}
