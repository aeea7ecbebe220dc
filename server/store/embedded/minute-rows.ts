import type { Database } from 'better-sqlite3';
import { MINUTE_MS, SlidingMinute, type Stamp } from './sliding-minute.ts';

/** Votes of a key in a millisecond, by the number of the key in its account; `null` in an entry of the log that counts in no minute. */
interface MinuteRow extends Stamp {
  readonly key: number;
}
interface LogTime {
  readonly key: number | null;
  readonly ms: number;
  readonly ahead_ms: number;
}

/**
 * Keeps what a part of the log tells of minutes, before it is taken away. What counts is less than a minute older than the newest
 * id of the account, which is noted with it by then.
 */
export const KEEP_MINUTES = `
  INSERT INTO minutes
    SELECT account, key, ms - ahead_ms, count(*) FROM votes
    WHERE account = $account AND (ms, seq) > ($afterMs, $afterSeq) AND (ms, seq) <= ($ms, $seq) AND server = $server
      AND key IS NOT NULL AND ms > (SELECT last_vote_ms - ${MINUTE_MS} FROM accounts WHERE num = $account)
    GROUP BY key, ms - ahead_ms
  ON CONFLICT DO UPDATE SET votes = votes + excluded.votes`;

/** The statements that tell minutes. */
export type MinuteTables = ReturnType<typeof prepareMinuteReads>;

export function prepareMinuteReads(db: Database) {
  return {
    // The id of a vote is never behind the clock, so that the log is read from one place on.
    logTimes: db.prepare<[account: number, afterMs: number], LogTime>(
      'SELECT key, ms, ahead_ms FROM votes WHERE account = ? AND ms > ? ORDER BY ms DESC, seq DESC',
    ),
    minutes: db.prepare<[account: number, afterMs: number], MinuteRow>(
      'SELECT key, ms, votes FROM minutes WHERE account = ? AND ms > ?',
    ),
  };
}

/** The sliding minutes of an account's keys, by their numbers, and the latest time of the clock that is known. */
export interface ReadMinutes {
  readonly latestMs: number;
  readonly byNum: Map<number, SlidingMinute>;
}

export interface MinutesPlace {
  readonly account: number;
  readonly nowMs: number;
  /** Entries that are not in the log yet, oldest first. */
  readonly unmoved: readonly LogTime[];
}

/** Reads what the log tells of an account's minutes and what stands beside it. */
export function readMinutes(tables: MinuteTables, { account, nowMs, unmoved }: MinutesPlace): ReadMinutes {
  const counts = new Map<number, Map<number, number>>();
  let latestMs = nowMs;
  const count = (key: number, ms: number, votes: number) => {
    const ofKey = counts.get(key) ?? new Map<number, number>();
    counts.set(key, ofKey);
    ofKey.set(ms, (ofKey.get(ms) ?? 0) + votes);
    latestMs = Math.max(latestMs, ms);
  };
  for (const { key, ms, ahead_ms } of newestFirst(tables, { account, nowMs, unmoved })) {
    // Entries that count stand in the order of their times: none of those further back counts.
    if (key === null || ms - ahead_ms <= latestMs - MINUTE_MS) break;
    count(key, ms - ahead_ms, 1);
  }
  for (const { key, ms, votes } of tables.minutes.iterate(account, nowMs - MINUTE_MS)) count(key, ms, votes);
  const byNum = new Map<number, SlidingMinute>();
  for (const [key, ofKey] of counts) byNum.set(key, minuteOf(ofKey, latestMs));
  return { latestMs, byNum };
}

function* newestFirst(tables: MinuteTables, { account, nowMs, unmoved }: MinutesPlace): Generator<LogTime> {
  for (let index = unmoved.length - 1; index >= 0; index -= 1) {
    const entry = unmoved[index];
    if (entry !== undefined) yield entry;
  }
  yield* tables.logTimes.iterate(account, nowMs - MINUTE_MS);
}

function minuteOf(counts: ReadonlyMap<number, number>, latestMs: number): SlidingMinute {
  const stamps = [...counts].map(([ms, votes]) => ({ ms, votes }));
  const minute = new SlidingMinute(stamps.sort((one, other) => one.ms - other.ms));
  minute.settle(latestMs);
  return minute;
}
