import type { ServerRecord } from '../store/directory-store.ts';
import type { LoggedVote } from '../store/vote-store.ts';
import { csvLine, guardFormula } from './csv.ts';

export type ExportFormat = 'csv' | 'ndjson' | 'json';

/** How votes are written one by one, so that an export of any size needs no memory. */
export interface VoteFormat {
  readonly head: string;
  readonly vote: (vote: LoggedVote, index: number) => string;
  readonly tail: string;
}

const COLUMNS = ['voteId', 'time', 'serverId', 'slug', 'username', 'total', 'via', 'network'];

/** CSV with a heading and guarded names, NDJSON, or one JSON array; all with the same members. */
export function createVoteFormat(format: ExportFormat, server: ServerRecord): VoteFormat {
  if (format === 'csv') {
    return { head: csvLine(COLUMNS), vote: (vote) => csvLine(cellsOf(vote, server)), tail: '' };
  }
  const json = (vote: LoggedVote) => JSON.stringify(documentOf(vote, server));
  if (format === 'ndjson') return { head: '', vote: (vote) => `${json(vote)}\n`, tail: '' };
  return { head: '[', vote: (vote, index) => `${index === 0 ? '\n' : ',\n'}${json(vote)}`, tail: '\n]\n' };
}

function cellsOf(vote: LoggedVote, server: ServerRecord): string[] {
  const { voteId, time, serverId, slug, username, total, via, network } = documentOf(vote, server);
  return [
    voteId,
    time,
    serverId,
    guardFormula(slug),
    guardFormula(username ?? ''),
    String(total),
    via,
    guardFormula(network),
  ];
}

function documentOf({ voteId, timeMs, username, total, via, network }: LoggedVote, { id, slug }: ServerRecord) {
  return { voteId, time: new Date(timeMs).toISOString(), serverId: id, slug, username, total, via, network };
}
