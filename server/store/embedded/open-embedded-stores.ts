import { join } from 'node:path';
import type { Stores } from '../stores.ts';
import { ChangeWatch } from './change-watch.ts';
import { type OpenContentStore, openEmbeddedContent } from './content-store.ts';
import { DatabaseFile } from './database-file.ts';
import { EmbeddedArchive } from './embedded-archive.ts';
import { createDirectory } from './embedded-directory.ts';
import { checkHealth } from './embedded-health.ts';
import { EmbeddedVotes } from './embedded-votes.ts';
import { Graves } from './graves.ts';
import { Housekeeping } from './housekeeping.ts';
import { LockSweep } from './lock-sweep.ts';
import { claimSecret } from './secret-claim.ts';
import { VoteJournal } from './vote-journal.ts';

/** Name of the file in the data folder; beside it lie its write-ahead log and the index of that. */
const FILE_NAME = 'server-vote.db';

/** The part of StoreOptions that this store needs. */
export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly voteLogDays: number;
  readonly housekeeping: boolean;
  readonly clock?: () => number;
  /** So many votes gather before they are moved to the log; see VoteJournal. */
  readonly gatheredVotes?: number;
  readonly onWarning: (message: string, cause?: unknown) => void;
}

/**
 * Opens the embedded store: one SQLite file in `dataDir`, which is created for this user alone if it is missing.
 * @throws Error that says how to right it when the file cannot be used.
 */
export async function openEmbeddedStores(options: EmbeddedOptions): Promise<Stores> {
  const file = new DatabaseFile(join(options.dataDir, FILE_NAME));
  try {
    return createStores({ file, content: openEmbeddedContent(options.dataDir) }, options);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The files under the ports; they close with them. */
export interface OpenFiles {
  readonly file: DatabaseFile;
  readonly content: OpenContentStore;
}

/** Puts the ports over open files. */
export function createStores({ file, content }: OpenFiles, options: Omit<EmbeddedOptions, 'dataDir'>): Stores {
  const { voteLogDays, onWarning } = options;
  const clock = options.clock ?? Date.now;
  // Only a service has housekeeping; commands read each page once.
  if (options.housekeeping) file.keepLocksInMemory();
  const changes = new ChangeWatch(file, onWarning);
  const journal = new VoteJournal(file.db, options.gatheredVotes);
  file.onCommit(() => journal.commit());
  file.onRollback(() => journal.rollback());
  const graves = new Graves(file, journal);
  const sweep = new LockSweep(file.db);
  const votes = new EmbeddedVotes({ file, changes, sweep, journal, clock, voteLogDays });
  const housekeeping = options.housekeeping
    ? new Housekeeping({ file, graves, sweep, journal, clock, voteLogDays, onWarning })
    : null;
  return {
    kind: 'embedded',
    votes,
    directory: createDirectory({ file, changes, graves, journal }),
    content: content.content,
    limiter: null,
    archive: new EmbeddedArchive({ file, changes, clock }),
    checkHealth: () => checkHealth(file),
    claimSecret: (fingerprints) => claimSecret(file, fingerprints),
    close: async () => {
      housekeeping?.close();
      changes.close();
      await votes.close();
      await file.work.settled();
      await content.close();
      file.close();
    },
  };
}
