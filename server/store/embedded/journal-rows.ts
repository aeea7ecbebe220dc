import type { Database } from 'better-sqlite3';
import { type LogValues, NEWEST_VOTE, prepareLogInsert } from './log-rows.ts';
import { prepareTotals } from './total-rows.ts';
import type { VoteId } from './vote-id.ts';

/** When the vote was counted that has been in the journal for longest. */
export const OLDEST_IN_JOURNAL =
  'SELECT (e.value ->> 1) - (e.value ->> 4) FROM journal AS j, json_each(j.entries) AS e ORDER BY j.num LIMIT 1';

/** The statements of the journal. */
export type JournalTables = ReturnType<typeof prepareJournal>;

export function prepareJournal(db: Database) {
  const values = Array.from({ length: 10 }, (_, place) => `e.value ->> ${place}`);
  return {
    ...prepareTotals(db),
    firstNum: db.prepare<[], number>('SELECT min(num) FROM journal').pluck(),
    lastNum: db.prepare<[], number>('SELECT max(num) FROM journal').pluck(),
    after: db
      .prepare<[num: number], LogValues>(
        `SELECT ${values.join(', ')} FROM journal AS j, json_each(j.entries) AS e WHERE j.num > ? ORDER BY j.num, e.key`,
      )
      .raw(),
    append: db.prepare<[num: number, entries: string]>('INSERT INTO journal VALUES (?, ?)'),
    drop: db.prepare<[num: number]>('DELETE FROM journal WHERE num < ?'),
    empty: db.prepare<[num: number]>("UPDATE journal SET entries = '[]' WHERE num = ?"),
    newestMoved: db.prepare<[account: number, sameAccount: number], VoteId>(NEWEST_VOTE),
    log: prepareLogInsert(db),
  };
}
