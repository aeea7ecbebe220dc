import { StoreUnavailableError } from '../store/store-errors.ts';
import type { VoteStore } from '../store/vote-store.ts';

/**
 * Holds votes back until the secret is known to be the store's: under another one every voter would be a new one.
 *
 * @param isOpen asked before each vote and check.
 */
export function guardVotes(votes: VoteStore, isOpen: () => boolean): VoteStore {
  function whenOpen<Result>(run: () => Promise<Result>): Promise<Result> {
    if (isOpen()) return run();
    return Promise.reject(new StoreUnavailableError('The secret was not compared with the store yet.'));
  }
  return {
    castVote: (attempt) => whenOpen(() => votes.castVote(attempt)),
    checkVotes: (check) => whenOpen(() => votes.checkVotes(check)),
    readTotals: (accountId, serverNums) => votes.readTotals(accountId, serverNums),
    readLog: (accountId, after, limit) => votes.readLog(accountId, after, limit),
    readDays: (accountId, serverNum) => votes.readDays(accountId, serverNum),
  };
}
