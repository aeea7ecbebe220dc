import { dayOf } from './day.ts';
import type { LogEntry } from './log-rows.ts';

/** Votes of a server on a day. */
export interface DayRow {
  readonly server: number;
  readonly day: number;
  readonly votes: number;
}

/** The votes of each day of an account's servers but for the journal's, to be grouped by what belongs together. */
export const SELECT_DAYS = `
  SELECT server, day, sum(votes) AS votes FROM (
    SELECT account, server, day, votes FROM days
    UNION ALL SELECT account, server, day, day_votes FROM moved_totals WHERE day_votes > 0
  ) WHERE account = ?`;

/** Adds votes of the same account that are not in its days yet. @param rows in the order of servers and days, as the answer is. */
export function* withUnmoved(rows: Iterable<DayRow>, unmoved: readonly LogEntry[]): Generator<DayRow> {
  const counts = countDays(unmoved);
  let next = 0;
  for (const row of rows) {
    for (let count = counts[next]; count && compare(count, row) < 0; count = counts[next]) {
      yield count;
      next += 1;
    }
    const same = counts[next];
    if (same === undefined || compare(same, row) > 0) yield row;
    else {
      yield { ...row, votes: row.votes + same.votes };
      next += 1;
    }
  }
  yield* counts.slice(next);
}

function countDays(unmoved: readonly LogEntry[]): DayRow[] {
  const counts = new Map<string, DayRow>();
  for (const { server, ms, ahead_ms } of unmoved) {
    const day = dayOf(ms - ahead_ms);
    const key = `${server} ${day}`;
    counts.set(key, { server, day, votes: (counts.get(key)?.votes ?? 0) + 1 });
  }
  return [...counts.values()].sort(compare);
}

function compare(one: DayRow, other: DayRow): number {
  return one.server - other.server || one.day - other.day;
}
