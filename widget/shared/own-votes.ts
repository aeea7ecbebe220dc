import { readItem, tryTo, writeItem } from './storage.ts';

/** A vote that this browser has cast: for which server (its id), when the next may follow, and all votes then. */
export interface OwnVote {
  readonly id: string;
  readonly nextVoteAtMs: number;
  readonly votes: number;
}

const PREFIX = 'server-vote ';

/** The votes of this browser, to tell a visitor's own from a neighbour's. Other tabs hear of them at once. */
export class OwnVotes {
  readonly #channel = tryTo(() => new BroadcastChannel('server-vote'));
  readonly #onVote: (vote: OwnVote) => void;

  /** @param onVote is told of each vote, here and in other tabs. */
  constructor(onVote: (vote: OwnVote) => void) {
    this.#onVote = onVote;
    this.#channel?.addEventListener('message', ({ data: [id, nextVoteAtMs, votes] }) =>
      this.#learn({ id, nextVoteAtMs, votes }),
    );
  }

  /** Did this browser cast the vote that this moment comes from? */
  has(id: string, nextVoteAtMs: number): boolean {
    return readItem(PREFIX + id) === `${nextVoteAtMs}`;
  }

  add(vote: OwnVote): void {
    this.#learn(vote);
    this.#channel?.postMessage([vote.id, vote.nextVoteAtMs, vote.votes]);
  }

  #learn(vote: OwnVote): void {
    writeItem(PREFIX + vote.id, `${vote.nextVoteAtMs}`);
    this.#onVote(vote);
  }
}
