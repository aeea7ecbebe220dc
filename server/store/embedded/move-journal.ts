import { promises as timers } from 'node:timers';
import type { DatabaseFile } from './database-file.ts';
import type { VoteJournal } from './vote-journal.ts';

/** Entries that one transaction moves, so that votes need not wait long for it. */
const ENTRIES_PER_STEP = 1_000;

/** Moves all entries that are in the journal now to the log, letting others in between the steps. @throws StoreUnavailableError */
export async function moveJournal(file: DatabaseFile, journal: VoteJournal): Promise<void> {
  const upTo = file.read(() => {
    journal.sync();
    return journal.lastNum;
  });
  const step = () => {
    journal.sync();
    return journal.moveUpTo(upTo, ENTRIES_PER_STEP);
  };
  while (await file.write(step)) await timers.setImmediate();
}
