import type { StoreHealth, Stores } from '../store/stores.ts';

/** Looks after the store's health. */
export interface HealthWatch {
  /** How the store is, at most a second old. */
  current(): Promise<StoreHealth>;
  stop(): void;
}

const FRESH_MS = 1000;
const INTERVAL_MS = 15_000;

/**
 * Asks the store every 15 s, and tells of every look. Many probes at once are one question.
 *
 * @param onHealth called after each look.
 */
export function watchHealth(
  stores: Pick<Stores, 'checkHealth'>,
  nowMs: () => number,
  onHealth: (health: StoreHealth) => void,
): HealthWatch {
  let latest: Promise<StoreHealth> | null = null;
  let askedAtMs = 0;
  let stopped = false;

  async function look(): Promise<StoreHealth> {
    const health = await stores.checkHealth();
    if (!stopped) onHealth(health);
    return health;
  }

  function current(): Promise<StoreHealth> {
    const age = nowMs() - askedAtMs;
    if (latest !== null && age >= 0 && age < FRESH_MS) return latest;
    askedAtMs = nowMs();
    latest = look();
    return latest;
  }

  const timer = setInterval(() => void current(), INTERVAL_MS);
  timer.unref();
  return {
    current,
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
