import { setTimeout } from 'node:timers/promises';
import { StoreUnavailableError } from '../store/store-errors.ts';

/** How long a command waits for a store that does not answer in time. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 250;

/** Asks again for a while where the store does not answer: nobody waits in a browser. Only for what changes nothing. */
export async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || performance.now() > deadlineMs) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}
