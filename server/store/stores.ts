import type { ContentStore } from './content-store.ts';
import type { DirectoryStore } from './directory-store.ts';
import type { LimiterChannel } from './limiter-channel.ts';
import type { StoreArchive } from './store-archive.ts';
import type { VoteStore } from './vote-store.ts';

/** How the store is, for readiness, metrics and doctor. */
export interface StoreHealth {
  /** Can votes be counted now? */
  readonly ready: boolean;
  /** What is wrong and how to right it, a sentence each; empty when nothing is. Warnings are here too. */
  readonly notes: readonly string[];
  /** Clock of the store minus clock of this process, in milliseconds; 0 where they are one. */
  readonly skewMs: number;
  /** Bytes used and the most the store may use, where it tells; else `null`. */
  readonly usedBytes: number | null;
  readonly maxBytes: number | null;
}

/** An open store: every port over one connection or file. */
export interface Stores {
  readonly kind: 'embedded' | 'redis';
  readonly votes: VoteStore;
  readonly directory: DirectoryStore;
  readonly content: ContentStore;
  readonly archive: StoreArchive;
  /** Where limits that all processes share are counted; `null` where one process counts in its memory. */
  readonly limiter: LimiterChannel | null;
  /** Looks now; never rejects. */
  checkHealth(): Promise<StoreHealth>;
  /**
   * Remembers which secret the voters of this store are hashed with. The first fingerprint is the current one.
   * Rejects with SecretMismatchError when the store knows a fingerprint and it is not among these.
   */
  claimSecret(fingerprints: readonly string[]): Promise<void>;
  /** Waits for what was begun, then lets go of connection or file. */
  close(): Promise<void>;
}
