import type { Writable } from 'node:stream';
import { readServerLog } from '../accounts/read-server-log.ts';
import type { ServerRecord } from '../store/directory-store.ts';
import type { VoteStore } from '../store/vote-store.ts';
import { createVoteFormat, type ExportFormat } from './format-votes.ts';
import { writeAside } from './write-aside.ts';
import { writeText } from './write-output.ts';

export interface VoteExport {
  readonly votes: VoteStore;
  readonly server: ServerRecord;
  readonly format: ExportFormat;
}

/** Text is handed to the stream in pieces of about this size. */
const PIECE_LENGTH = 64 * 1024;

/** Writes the log of one server to a stream, or to a file that appears when it is complete. @returns how many votes. */
export async function exportVotes(task: VoteExport, target: Writable | string): Promise<number> {
  if (typeof target !== 'string') return writeVotes(task, target);
  return writeAside(target, (stream) => writeVotes(task, stream));
}

async function writeVotes({ votes, server, format }: VoteExport, stream: Writable): Promise<number> {
  const { head, vote: textOf, tail } = createVoteFormat(format, server);
  let count = 0;
  let piece = head;
  for await (const vote of readServerLog(votes, server)) {
    piece += textOf(vote, count);
    count += 1;
    if (piece.length < PIECE_LENGTH) continue;
    await writeText(stream, piece);
    piece = '';
  }
  await writeText(stream, piece + tail);
  return count;
}
