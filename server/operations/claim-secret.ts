import { EventEmitter, once } from 'node:events';
import { SecretMismatchError } from '../store/store-errors.ts';
import type { Stores } from '../store/stores.ts';

/** The comparing of this process's secret with the store's. */
export interface SecretClaim {
  /** Settles after the first try; rejects when the store belongs to another secret. */
  readonly first: Promise<void>;
  /** Resolves when a later try finds that the store belongs to another secret. */
  readonly failed: Promise<unknown>;
  readonly isClaimed: () => boolean;
  /** Why the last try failed, a sentence; `null` once it did not. */
  readonly fault: () => string | null;
  stop(): void;
}

const RETRY_MS = 250;

/** Compares until the store has answered, since it may be down at the start. */
export function claimSecret(stores: Pick<Stores, 'claimSecret'>, fingerprints: readonly string[]): SecretClaim {
  let claimed = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let fault: string | null = null;
  const failure = new EventEmitter();
  const failed = once(failure, 'failed').then(([error]) => error);

  async function attempt(): Promise<void> {
    try {
      await stores.claimSecret(fingerprints);
      claimed = true;
      fault = null;
    } catch (error) {
      if (error instanceof SecretMismatchError) throw error;
      fault = `Votes wait until the SECRET could be compared with the store: ${error instanceof Error ? error.message : String(error)}`;
      if (!stopped) timer = setTimeout(() => void attempt().catch((error) => failure.emit('failed', error)), RETRY_MS);
    }
  }

  return {
    first: attempt(),
    failed,
    isClaimed: () => claimed,
    fault: () => fault,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
