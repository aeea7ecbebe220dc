import { PROBLEMS } from '../../contract/problems.ts';
import type { Eligibility, ServerSelector } from '../../contract/vote.ts';
import { ApiError } from '../errors.ts';
import type { IpAddress } from '../ip-address.ts';
import type { ServerRecord } from '../store/directory-store.ts';
import type { KeyWindow, VoteCheckResult } from '../store/vote-store.ts';
import type { Ballot, VoteRules } from './cast-vote.ts';
import { identifyListed, identifyServer } from './identify-server.ts';

/** The answer for one server, with the quota it would be voted on. */
export interface CheckedVote {
  readonly server: ServerRecord;
  readonly eligibility: Eligibility;
  readonly nowMs: number;
  readonly window: KeyWindow;
}

/** The answer for one server of a list. */
export type ListedAnswer =
  | { readonly requested: string; readonly server: ServerRecord; readonly eligibility: Eligibility }
  | {
      readonly requested: string;
      readonly refusal: { readonly status: number; readonly code: ListedRefusal; readonly title: string };
    };

export interface CheckedVotes {
  readonly answers: readonly ListedAnswer[];
  /** Those that were found, in the order of the answers; one array, frozen, for a list that the directory remembers. */
  readonly servers: readonly ServerRecord[];
  readonly nowMs: number;
  readonly window: KeyWindow;
}

type ListedRefusal = 'server_not_found' | 'server_not_allowed';

/** Tells whether an address may vote for a server. @throws ApiError when the server cannot be identified. */
export async function checkVote(
  rules: VoteRules,
  ballot: Ballot,
  question: { readonly selector: ServerSelector; readonly address: IpAddress },
): Promise<CheckedVote> {
  const server = await identifyServer(rules.directory, ballot.accountId, question.selector);
  const found = await askStore(rules, ballot, { servers: [server], address: question.address });
  return { server, eligibility: eligibilityOf(found.servers[0]), nowMs: found.nowMs, window: found.window };
}

/** Tells it for many servers in one question to the store, in the order asked. Unknown ones get a refusal of their own. */
export async function checkVotes(
  rules: VoteRules,
  ballot: Ballot,
  question: { readonly requested: readonly string[]; readonly address: IpAddress },
): Promise<CheckedVotes> {
  const { listed, servers } = await findAll(rules, ballot, question.requested);
  const asked = await askStore(rules, ballot, { servers, address: question.address });
  let answered = 0;
  const answers = listed.map((item, index): ListedAnswer => {
    const requested = question.requested[index] ?? '';
    if (!('num' in item)) return { requested, refusal: item };
    return { requested, server: item, eligibility: eligibilityOf(asked.servers[answered++]) };
  });
  return { answers, servers, nowMs: asked.nowMs, window: asked.window };
}

interface FoundList {
  readonly listed: readonly Listed[];
  /** Those of them that are servers. */
  readonly servers: readonly ServerRecord[];
}

type Listed = ServerRecord | Extract<ListedAnswer, { refusal: unknown }>['refusal'];

/**
 * Most lists are asked for again and again: where memory has all of one there is nothing to look for, and what it has not is asked
 * for at once. Where a name is unknown, each is looked for by itself.
 */
async function findAll(rules: VoteRules, ballot: Ballot, names: readonly string[]): Promise<FoundList> {
  const { directory } = rules;
  const { accountId } = ballot;
  const known = directory.recallList(accountId, names);
  if (known !== undefined) return { listed: known, servers: known };
  const loaded = (await directory.loadList(accountId, names)) ? directory.recallList(accountId, names) : undefined;
  if (loaded !== undefined) return { listed: loaded, servers: loaded };
  const listed = await Promise.all(names.map((name) => findOrRefuse(rules, ballot, name)));
  return { listed, servers: listed.filter((item): item is ServerRecord => 'num' in item) };
}

async function findOrRefuse(rules: VoteRules, ballot: Ballot, name: string): Promise<Listed> {
  try {
    return await identifyListed(rules.directory, ballot.accountId, name);
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'server_not_found' || error.code === 'server_not_allowed')) {
      const { status, title } = PROBLEMS[error.code];
      return { status, code: error.code, title };
    }
    throw error;
  }
}

function askStore(
  rules: VoteRules,
  ballot: Ballot,
  asked: { readonly servers: readonly ServerRecord[]; readonly address: IpAddress },
): Promise<VoteCheckResult> {
  return rules.votes.checkVotes({
    accountId: ballot.accountId,
    serverNums: asked.servers.map((server) => server.num),
    keyId: ballot.keyId,
    votesPerMinute: ballot.votesPerMinute ?? rules.votesPerMinute,
    voters: rules.voterOf(asked.address).hashes,
  });
}

function eligibilityOf(found: VoteCheckResult['servers'][number] | undefined): Eligibility {
  if (found === undefined) throw new Error('The store left a server out.');
  const { nextVoteAtMs, votes } = found;
  return {
    canVote: nextVoteAtMs === null,
    nextVoteAt: nextVoteAtMs === null ? null : new Date(nextVoteAtMs).toISOString(),
    serverVotes: votes,
  };
}
