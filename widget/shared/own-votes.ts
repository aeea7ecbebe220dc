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
    const learn = (key: string, value: string) => {
      if (!key.startsWith(PREFIX)) return;
      writeItem(key, value);
      const [nextVoteAtMs = 0, votes = 0] = value.split(' ').map(Number);
      onVote({ id: key.slice(PREFIX.length), nextVoteAtMs, votes });
    };
    addEventListener('storage', ({ key, newValue }) => learn(key ?? '', newValue ?? ''));
    this.#channel?.addEventListener('message', ({ data }) => learn(`${data[0]}`, `${data[1]}`));
  }

  /** Did this browser cast the vote that this moment comes from? */
  has(id: string, nextVoteAtMs: number): boolean {
    return readItem(PREFIX + id).startsWith(`${nextVoteAtMs} `);
  }

  add(vote: OwnVote): void {
    const message = [PREFIX + vote.id, `${vote.nextVoteAtMs} ${vote.votes}`] as const;
    writeItem(...message);
    this.#channel?.postMessage(message);
    this.#onVote(vote);
  }
}
