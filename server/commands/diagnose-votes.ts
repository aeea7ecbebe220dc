import { comesFromFew, MANY_VOTES } from '../few-networks.ts';
import type { Account } from '../store/directory-store.ts';
import type { Stores } from '../store/stores.ts';
import type { Finding } from './diagnose.ts';

const HOUR_MS = 3_600_000;
/** The newest hour of an account; one with more votes shows in the first of them. */
const MOST_VOTES = 20_000;
const SCARCE_SHARE = 0.1;

export interface VoteQuestion {
  readonly nowMs: number;
  /** The quota of keys that have none of their own. */
  readonly votesPerMinute: number;
}

/** Which accounts get most votes from few networks, and which keys are near the end of their quota now. */
export async function diagnoseVotes(stores: Stores, question: VoteQuestion): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const account of await stores.directory.listAccounts()) {
    found.push(...(await findFewNetworks(stores, account, question.nowMs)));
    found.push(...(await findScarceKeys(stores, account, question.votesPerMinute)));
  }
  return found;
}

async function findFewNetworks({ votes }: Stores, { id, username }: Account, nowMs: number): Promise<Finding[]> {
  const log = await votes.readLog(id, `${nowMs - HOUR_MS}-0`, MOST_VOTES);
  const networks = new Map<string, number>();
  for (const { network } of log) networks.set(network, (networks.get(network) ?? 0) + 1);
  if (log.length < MANY_VOTES || !comesFromFew(log.length, networks)) return [];
  const message = `Most of the ${log.length} votes of ${username} within an hour came from three networks or fewer: see export votes.`;
  return [{ check: 'votes', level: 'warn', message }];
}

async function findScarceKeys(stores: Stores, { id: accountId }: Account, usual: number): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const key of await stores.directory.listKeys(accountId)) {
    if (key.kind !== 'vote') continue;
    const votesPerMinute = key.votesPerMinute ?? usual;
    const asked = { accountId, serverNums: [], keyId: key.id, votesPerMinute, voters: [] };
    const { window } = await stores.votes.checkVotes(asked);
    if (window.remaining > votesPerMinute * SCARCE_SHARE) continue;
    const message = `Key ${key.id} has ${window.remaining} of its ${votesPerMinute} votes a minute left: raise its quota, if that is right.`;
    found.push({ check: 'quota', level: 'warn', message });
  }
  return found;
}
