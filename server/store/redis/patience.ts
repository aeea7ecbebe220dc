import type { RedisConnection } from './connection.ts';

/** How long an import waits for Redis to come back. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 250;

/**
 * The same connection for work that nobody waits for in a browser: what fails is sent again for a while. As everywhere,
 * the caller makes sure that twice is as good as once.
 */
export function patient(connection: RedisConnection): RedisConnection {
  return {
    ...connection,
    async run(send) {
      const deadlineMs = performance.now() + PATIENCE_MS;
      for (;;) {
        try {
          return await connection.run(send);
        } catch (error) {
          if (performance.now() > deadlineMs) throw error;
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
      }
    },
  };
}
