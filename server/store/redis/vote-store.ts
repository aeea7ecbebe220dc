import type { DayCount, LoggedVote, VoteAttempt, VoteCheck, VoteStore } from '../vote-store.ts';
import type { RedisConnection } from './connection.ts';
import { createGroupCalls } from './group-calls.ts';
import { daysKey, logKey, totalsKey } from './keys.ts';
import { createScriptCall } from './scripts.ts';
import { readLogPage, readOutcome, readReply, readVoteCheck } from './vote-replies.ts';
import { castRequest, checkRequest } from './vote-words.ts';

export interface VoteStoreParts {
  readonly connection: RedisConnection;
  /** Replaces the clock of Redis, or `null`. */
  readonly storeClock: (() => number) | null;
  /** The clock of this process, which the store's is compared with. */
  readonly appClock: () => number;
  readonly logKeptMs: number;
  /** Rejects when a vote could be lost again after it was counted; `null` when that is known not to be. */
  readonly requireSafety: () => Promise<void> | null;
  /** Takes the store's clock minus this process's, from each answer. */
  readonly onSkew: (skewMs: number) => void;
}

/** Entries of a log that are asked for at once, so that no reply is long on its way. */
const LOG_PAGE = 2_000;

/** Votes on Redis: each call is one script or command, and so one round trip; votes and checks of one moment share theirs. */
export function createVoteStore(parts: VoteStoreParts): VoteStore {
  const { connection, storeClock, appClock, onSkew } = parts;
  const { client, run, isCluster, atEndOfTurn } = connection;

  /** The two clocks as the scripts take them. */
  function clocks(): [given: number | '', app: number] {
    const given = storeClock?.() ?? '';
    return [given, given === '' ? appClock() : given];
  }

  const gather = (script: 'castVote' | 'checkVotes') =>
    createGroupCalls({ call: createScriptCall(client, script), clocks, isCluster, atEndOfTurn });
  const [askToCast, askToCheck] = [gather('castVote'), gather('checkVotes')];

  async function castVote(attempt: VoteAttempt) {
    const unsafe = parts.requireSafety();
    if (unsafe !== null) await unsafe;
    const request = castRequest(attempt, parts.logKeptMs);
    const reply = await run(() => askToCast(request));
    return readOutcome(readReply(reply, onSkew), attempt.votesPerMinute);
  }

  async function checkVotes(check: VoteCheck) {
    const request = checkRequest(check);
    const reply = await run(() => askToCheck(request));
    return readVoteCheck(readReply(reply, onSkew), check.votesPerMinute);
  }

  async function readTotals(accountId: string, serverNums: readonly number[]): Promise<number[]> {
    if (serverNums.length === 0) return [];
    const totals = await run(() => client.hmget(totalsKey(accountId), ...serverNums.map(String)));
    return totals.map(Number);
  }

  async function readLog(accountId: string, after: string | null, limit: number): Promise<LoggedVote[]> {
    const votes: LoggedVote[] = [];
    let last = after ?? '';
    while (votes.length < limit) {
      const count = Math.min(LOG_PAGE, limit - votes.length);
      const reply = await run(() =>
        client.readVoteLog(1, logKey(accountId), storeClock?.() ?? '', parts.logKeptMs, last, count),
      );
      const page = readLogPage(reply);
      votes.push(...page);
      if (page.length < count) break;
      last = page.at(-1)?.voteId ?? last;
    }
    return votes;
  }

  async function readDays(accountId: string, serverNum: number): Promise<DayCount[]> {
    const days = await run(() => client.hgetall(daysKey(accountId, serverNum)));
    return Object.entries(days)
      .map(([day, votes]) => ({ day, votes: Number(votes) }))
      .sort((one, other) => (one.day < other.day ? -1 : 1));
  }

  return { castVote, checkVotes, readTotals, readLog, readDays };
}
