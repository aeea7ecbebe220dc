import type { Database } from 'better-sqlite3';
import { dayOf } from './day.ts';
import type { LogValues } from './log-rows.ts';

/** All votes of a server, and those of its last day with any. */
export interface TotalRow {
  readonly votes: number;
  readonly day: number;
  readonly dayVotes: number;
}

/** The statements of totals and days. */
export type TotalTables = ReturnType<typeof prepareTotals>;

export function prepareTotals(db: Database) {
  return {
    total: db.prepare<[account: number, server: number], TotalRow>(
      'SELECT votes, day, day_votes AS dayVotes FROM moved_totals WHERE account = ? AND server = ?',
    ),
    saveTotal: db.prepare<[votes: number, day: number, dayVotes: number, account: number, server: number]>(
      'UPDATE moved_totals SET votes = ?, day = ?, day_votes = ? WHERE account = ? AND server = ?',
    ),
    addToDay: db.prepare<[account: number, server: number, day: number, votes: number]>(
      'INSERT INTO days VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET votes = votes + excluded.votes',
    ),
  };
}

/** Adds votes of an account, oldest first, to the totals of their servers; those of servers that are gone count nowhere. */
export function addToTotals(tables: TotalTables, account: number, entries: readonly LogValues[]): void {
  const totals = new Map<number, TotalRow | undefined>();
  for (const [, ms, , server, aheadMs] of entries) {
    const total = totals.has(server) ? totals.get(server) : tables.total.get(account, server);
    totals.set(
      server,
      total && addVote(total, dayOf(ms - aheadMs), (day, votes) => tables.addToDay.run(account, server, day, votes)),
    );
  }
  for (const [server, total] of totals) {
    if (total !== undefined) tables.saveTotal.run(total.votes, total.day, total.dayVotes, account, server);
  }
}

/** With the first vote of another day, those of the day before go where they stay. */
function addVote(
  { votes, day, dayVotes }: TotalRow,
  today: number,
  onDayOver: (day: number, votes: number) => void,
): TotalRow {
  if (day === today) return { votes: votes + 1, day, dayVotes: dayVotes + 1 };
  if (dayVotes > 0) onDayOver(day, dayVotes);
  return { votes: votes + 1, day: today, dayVotes: 1 };
}
