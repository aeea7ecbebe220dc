import type { VoteStore } from '../store/vote-store.ts';
import { type VoteSign, VoteSigns } from './vote-signs.ts';

/** Lets nothing but the signs of decided votes out, and changes no answer. */
export function watchVotes(votes: VoteStore, tell: (sign: VoteSign) => void): VoteStore {
  const signs = new VoteSigns(tell);
  return {
    async castVote(attempt) {
      const outcome = await votes.castVote(attempt);
      signs.note(attempt, outcome);
      return outcome;
    },
    checkVotes: (check) => votes.checkVotes(check),
    readTotals: (accountId, serverNums) => votes.readTotals(accountId, serverNums),
    readLog: (accountId, after, limit) => votes.readLog(accountId, after, limit),
    readDays: (accountId, serverNum) => votes.readDays(accountId, serverNum),
  };
}

/** What a sign means and what to do, for the log. */
export function describeSign(sign: VoteSign): string {
  switch (sign.kind) {
    case 'often_refused':
      return 'One address was refused a hundred times within an hour: if it is a proxy in front, set TRUST_PROXY to it.';
    case 'few_networks':
      return 'Most votes of a key within an hour came from three networks or fewer: look at them in `export votes`.';
    case 'scarce_quota':
      return 'A key is near the end of its votes a minute: raise VOTES_PER_MINUTE or the quota of the key, if that is right.';
  }
}
