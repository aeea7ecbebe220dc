/** Which votes this browser cast itself, to tell the visitor's own vote from a neighbour's. */
export interface OwnVotes {
  /** Did this browser cast the vote that this moment came from? */
  has(slug: string, nextVoteAt: string): boolean;
  remember(slug: string, nextVoteAt: string): void;
}

const PREFIX = 'server-vote-demo:';

/** Keeps them in the browser where it lets the page, else on the page alone. */
export function createOwnVotes(site: string): OwnVotes {
  const onPage = new Map<string, string>();
  const storage = openStorage();
  const keyOf = (slug: string) => `${PREFIX}${site}:${slug}`;
  return {
    has: (slug, nextVoteAt) => (storage?.getItem(keyOf(slug)) ?? onPage.get(slug)) === nextVoteAt,
    remember(slug, nextVoteAt) {
      onPage.set(slug, nextVoteAt);
      try {
        storage?.setItem(keyOf(slug), nextVoteAt);
      } catch {
        // The storage is full: this page still knows.
      }
    },
  };
}

function openStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    // A browser that blocks storage throws when it is only looked at.
    return null;
  }
}
