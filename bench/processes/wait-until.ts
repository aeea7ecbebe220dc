import { setTimeout as delay } from 'node:timers/promises';

export interface Waiting {
  /** For whom, in the error. */
  readonly what: string;
  readonly deadlineMs: number;
}

/** Asks again and again until the answer is yes. @throws Error after the deadline, with the last reason as its cause */
export async function waitUntil(ask: () => Promise<boolean>, { what, deadlineMs }: Waiting): Promise<void> {
  const endsAt = performance.now() + deadlineMs;
  let reason: unknown;
  while (performance.now() < endsAt) {
    try {
      if (await ask()) return;
    } catch (error) {
      reason = error;
    }
    await delay(30);
  }
  throw new Error(`${what} was not ready within ${deadlineMs / 1000} s.`, { cause: reason });
}
