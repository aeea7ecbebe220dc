import type { ServerRecord } from '../store/directory-store.ts';
import type { LoggedVote, VoteStore } from '../store/vote-store.ts';

const PAGE = 1000;

/** The logged votes of one server, oldest first, in bounded memory. Votes that are cast meanwhile may be among them. */
export async function* readServerLog(votes: VoteStore, server: ServerRecord): AsyncGenerator<LoggedVote> {
  let after: string | null = null;
  for (;;) {
    const page: LoggedVote[] = await votes.readLog(server.accountId, after, PAGE);
    for (const vote of page) {
      if (vote.serverNum === server.num) yield vote;
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.voteId;
  }
}
