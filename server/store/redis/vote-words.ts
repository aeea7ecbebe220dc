import type { LoggedVote, Via, VoteAttempt, VoteCheck } from '../vote-store.ts';
import type { GroupedRequest } from './group-calls.ts';
import { daysKey, lockKey, logKey, totalsKey, windowKey } from './keys.ts';

/**
 * How much longer than their time locks and minutes are kept: expiry only cleans up, and stored times decide, so that a clock
 * of Redis that is ahead for a while opens no vote. As in cast-vote.lua.
 */
export const CLOCK_GRACE_MS = 86_400_000;
/** The vote that says how long the minute is kept may be a minute older than the last one in it. As in cast-vote.lua. */
export const WINDOW_KEPT_MS = 2 * 60_000 + CLOCK_GRACE_MS;

/** How the log says by which way a vote came in. */
const VIA_CODES = { direct: 'd', hosted: 'h', attested: 'a' } as const satisfies Record<Via, string>;

/** What cast-vote.lua takes of an attempt. */
export function castRequest(attempt: VoteAttempt, logKeptMs: number): GroupedRequest {
  const { accountId, serverNum, voters, cooldownMs, votesPerMinute, attemptId, network } = attempt;
  const keys = [
    totalsKey(accountId),
    daysKey(accountId, serverNum),
    windowKey(accountId, attempt.keyId),
    logKey(accountId),
  ];
  for (const voter of voters) keys.push(lockKey(accountId, serverNum, voter));
  const numbers = `${cooldownMs} ${votesPerMinute} ${serverNum} ${logKeptMs}`;
  const texts = `${attemptId} ${network} ${VIA_CODES[attempt.via]} ${attempt.idempotency ?? ''} ${attempt.username ?? ''}`;
  return { accountId, keys, words: `${numbers} ${texts}` };
}

/** What check-votes.lua takes of a check. */
export function checkRequest({ accountId, keyId, serverNums, voters, votesPerMinute }: VoteCheck): GroupedRequest {
  const keys = [totalsKey(accountId), windowKey(accountId, keyId)];
  let words = String(votesPerMinute);
  for (const serverNum of serverNums) {
    words += ` ${serverNum}`;
    for (const voter of voters) keys.push(lockKey(accountId, serverNum, voter));
  }
  return { accountId, keys, words };
}

/** Arguments of load-votes.lua for one vote. */
export function logWords(vote: LoggedVote): (string | number)[] {
  const { voteId, serverNum, timeMs, username, total, via, network } = vote;
  return [voteId, serverNum, timeMs, username ?? '', total, VIA_CODES[via], network];
}
