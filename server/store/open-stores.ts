import type { ImportNotes } from './import-notes.ts';
import type { Stores } from './stores.ts';

export interface StoreOptions {
  /** `null` opens the embedded store in `dataDir`. */
  readonly redisUrl: string | null;
  readonly dataDir: string;
  /** How long a vote stays in the log, in days. */
  readonly voteLogDays: number;
  /**
   * Does this process take away what is over while nobody votes? Only the service does: a command that looks in with other
   * settings, VOTE_LOG_DAYS above all, takes nothing away.
   */
  readonly housekeeping: boolean;
  /** Replaces the store's own clock, in milliseconds since 1970. For tests. */
  readonly clock?: () => number;
  /** The clock of this process, which the store's is compared with; the machine's if not given. */
  readonly appClock?: () => number;
  /** Receives what goes wrong in the background, a sentence each. */
  readonly onWarning: (message: string, cause?: unknown) => void;
}

/** Opens the store that the options name. The driver of the other one is not loaded. */
export async function openStores(options: StoreOptions): Promise<Stores> {
  if (options.redisUrl === null) {
    const { openEmbeddedStores } = await import('./embedded/open-embedded-stores.ts');
    return openEmbeddedStores(options);
  }
  const { openRedisStores } = await import('./redis/open-redis-stores.ts');
  return openRedisStores({ ...options, redisUrl: options.redisUrl });
}

/** Opens notes for one import, into either store, and closes them when it has ended. */
export async function withImportNotes<T>(work: (notes: ImportNotes) => Promise<T>): Promise<T> {
  const { openImportNotes } = await import('./embedded/import-notes.ts');
  const notes = openImportNotes();
  try {
    return await work(notes);
  } finally {
    notes.close();
  }
}
