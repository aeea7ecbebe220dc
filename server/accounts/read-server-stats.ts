import type { ServerRecord } from '../store/directory-store.ts';
import type { DayCount, LoggedVote, Via, VoteStore } from '../store/vote-store.ts';
import { readServerLog } from './read-server-log.ts';

const DAY_MS = 86_400_000;
const TOP_DAYS = 10;

/** Figures of one server. Days are days of UTC. */
export interface ServerStats {
  readonly total: number;
  readonly today: number;
  /** Today and the six days before. */
  readonly last7Days: number;
  readonly last30Days: number;
  /** What the vote log still holds; everything below is counted from it. */
  readonly log: {
    readonly votes: number;
    readonly from: string | null;
    readonly until: string | null;
    /** `attested` votes were vouched for by a key holder, not seen by the service. */
    readonly byVia: Readonly<Record<Via, number>>;
    /** Different /24 or /48 networks. */
    readonly networks: number;
    readonly withUsername: number;
  };
  /** The days with most votes, most first. */
  readonly topDays: readonly DayCount[];
  /** Every day that has votes, oldest first. */
  readonly days: readonly DayCount[];
}

/** Counts what the store knows of a server's votes. */
export async function readServerStats(votes: VoteStore, server: ServerRecord, nowMs: number): Promise<ServerStats> {
  const [total = 0] = await votes.readTotals(server.accountId, [server.num]);
  const days = await votes.readDays(server.accountId, server.num);
  return {
    total,
    today: sumSince(days, nowMs),
    last7Days: sumSince(days, nowMs - 6 * DAY_MS),
    last30Days: sumSince(days, nowMs - 29 * DAY_MS),
    log: await summariseLog(readServerLog(votes, server)),
    topDays: days.toSorted((a, b) => b.votes - a.votes || a.day.localeCompare(b.day)).slice(0, TOP_DAYS),
    days,
  };
}

function sumSince(days: readonly DayCount[], sinceMs: number): number {
  const since = new Date(sinceMs).toISOString().slice(0, 10);
  return days.filter((count) => count.day >= since).reduce((sum, count) => sum + count.votes, 0);
}

async function summariseLog(log: AsyncIterable<LoggedVote>): Promise<ServerStats['log']> {
  const byVia = { direct: 0, hosted: 0, attested: 0 };
  const networks = new Set<string>();
  let votes = 0;
  let withUsername = 0;
  let fromMs: number | null = null;
  let untilMs: number | null = null;
  for await (const vote of log) {
    votes += 1;
    byVia[vote.via] += 1;
    networks.add(vote.network);
    if (vote.username !== null) withUsername += 1;
    fromMs ??= vote.timeMs;
    untilMs = vote.timeMs;
  }
  return { votes, from: isoOf(fromMs), until: isoOf(untilMs), byVia, networks: networks.size, withUsername };
}

function isoOf(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
