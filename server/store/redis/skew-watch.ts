import type { RedisConnection, Warn } from './connection.ts';

export interface SkewWatch {
  /** Takes a difference that a vote brought along, in milliseconds. */
  see(skewMs: number): void;
  /** Clock of Redis minus clock of this process, asked now. */
  read(): Promise<number>;
}

export interface SkewParts {
  readonly connection: RedisConnection;
  /** `null` when the store goes by this process's clock. */
  readonly appClock: (() => number) | null;
  readonly warn: Warn;
}

const WARN_MS = 10_000;

/** Watches how far the clocks are apart, and says so once when it is too much. */
export function createSkewWatch({ connection, appClock, warn }: SkewParts): SkewWatch {
  const { run } = connection;
  let isTold = false;

  function see(skewMs: number): void {
    const isFar = Math.abs(skewMs) > WARN_MS;
    if (isFar && !isTold) {
      warn(
        `The clock of Redis is ${Math.round(skewMs / 1000)} s off the clock of this process; set both right by NTP.`,
      );
    }
    isTold = isFar;
  }

  return {
    see,
    async read() {
      if (appClock === null) return 0;
      const [seconds, microseconds] = await Promise.any(connection.masters().map((node) => run(() => node.time())));
      const skewMs = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000) - appClock();
      see(skewMs);
      return skewMs;
    },
  };
}
