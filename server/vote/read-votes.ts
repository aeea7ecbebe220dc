import type { ServerSelector } from '../../contract/vote.ts';
import type { ServerRecord } from '../store/directory-store.ts';
import type { VoteRules } from './cast-vote.ts';
import { identifyServer } from './identify-server.ts';

/** A server and all its votes so far, the same for whoever asks. @throws ApiError when the server cannot be identified. */
export async function readVotes(
  { directory, votes }: Pick<VoteRules, 'directory' | 'votes'>,
  accountId: string,
  selector: ServerSelector,
): Promise<{ server: ServerRecord; votes: number }> {
  const server = await identifyServer(directory, accountId, selector);
  const [total = 0] = await votes.readTotals(accountId, [server.num]);
  return { server, votes: total };
}
