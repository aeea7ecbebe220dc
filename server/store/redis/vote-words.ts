import type { LoggedVote, Via, VoteAttempt, VoteCheck } from '../vote-store.ts';
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

type Words = (string | number)[];

/** Number of keys and keys of cast-vote.lua. */
export function castKeys(attempt: VoteAttempt): Words {
  const { accountId, serverNum, voters } = attempt;
  const keys: Words = [
    4 + voters.length,
    totalsKey(accountId),
    daysKey(accountId, serverNum),
    windowKey(accountId, attempt.keyId),
    logKey(accountId),
  ];
  for (const voter of voters) keys.push(lockKey(accountId, serverNum, voter));
  return keys;
}

/** Arguments of cast-vote.lua after the clocks. */
export function castArguments(attempt: VoteAttempt, logKeptMs: number): Words {
  return [
    attempt.cooldownMs,
    attempt.votesPerMinute,
    attempt.serverNum,
    attempt.idempotency ?? '',
    attempt.attemptId,
    attempt.username ?? '',
    attempt.network,
    VIA_CODES[attempt.via],
    logKeptMs,
  ];
}

/** Number of keys and keys of check-votes.lua. */
export function checkKeys(check: VoteCheck): Words {
  const { accountId, serverNums, voters } = check;
  const keys: Words = [2 + serverNums.length * voters.length, totalsKey(accountId), windowKey(accountId, check.keyId)];
  for (const serverNum of serverNums) {
    for (const voter of voters) keys.push(lockKey(accountId, serverNum, voter));
  }
  return keys;
}

/** Arguments of load-votes.lua for one vote. */
export function logWords(vote: LoggedVote): Words {
  const { voteId, serverNum, timeMs, username, total, via, network } = vote;
  return [voteId, serverNum, timeMs, username ?? '', total, VIA_CODES[via], network];
}
