/** The service's clock, so that a countdown needs no correct clock in the visitor's machine. */
export interface ServerClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Takes over the time of an answer that has just arrived. */
  set(now: string): void;
}

/** Follows the browser's monotonic clock, which nobody can set, from the last answer on. */
export function createServerClock(monotonicMs: () => number, wallMs: number): ServerClock {
  let offset = wallMs - monotonicMs();
  return {
    now: () => monotonicMs() + offset,
    set(now) {
      offset = Date.parse(now) - monotonicMs();
    },
  };
}
