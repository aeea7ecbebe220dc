import { ClockSkewError, StoreUnavailableError } from '../store-errors.ts';
import type { KeyWindow, LoggedVote, Via, VoteCheckResult, VoteOutcome } from '../vote-store.ts';
import type { GroupedReply } from './group-calls.ts';

/** The reverse of VIA_CODES in vote-words.ts. */
const VIAS: Readonly<Record<string, Via>> = { d: 'direct', h: 'hosted', a: 'attested' };

/** What a voter may do on one server, while it is put together. */
interface ServerCheck {
  nextVoteAtMs: number | null;
  readonly votes: number;
}

/** A reply to one request: its tag, and all words of it as cast-vote.lua and check-votes.lua describe it. */
export interface ScriptReply {
  readonly tag: string | undefined;
  readonly nowMs: number;
  readonly words: readonly string[];
}

/**
 * Takes a reply apart and reports how far the store's clock is from the application's.
 *
 * @throws ClockSkewError when the script refused for that.
 */
export function readReply({ nowMs, skewMs, reply }: GroupedReply, onSkew: (skewMs: number) => void): ScriptReply {
  if (typeof reply !== 'string') throw malformed(reply);
  const words = reply.split(' ');
  const [tag] = words;
  onSkew(skewMs);
  if (tag === 'clock_skew') {
    throw new ClockSkewError(
      `The clock of Redis is ${Math.round(skewMs / 1000)} s off the clock of this process; set both right, best by NTP.`,
    );
  }
  return { tag, nowMs, words };
}

/** @throws StoreUnavailableError when the server was deleted meanwhile; nothing was changed then. */
export function readOutcome({ tag, nowMs, words }: ScriptReply, limit: number): VoteOutcome {
  const [, total, used, reset, nextVoteAt, voteId] = words;
  const state = { nowMs, votes: Number(total), window: windowOf(limit, used, reset) };
  switch (tag) {
    case 'counted':
    case 'replayed':
      return { status: tag, ...state, voteId: String(voteId), nextVoteAtMs: Number(nextVoteAt) };
    case 'already_voted':
      return { status: tag, ...state, nextVoteAtMs: Number(nextVoteAt) };
    case 'rate_limited':
      return { status: tag, ...state };
    case 'no_server':
      throw new StoreUnavailableError('The server of this vote is not there any more, or not yet.');
    default:
      throw malformed(words);
  }
}

export function readVoteCheck({ tag, nowMs, words }: ScriptReply, limit: number): VoteCheckResult {
  const [, used, reset, totals, holding] = words;
  if (tag !== 'checked' || totals === undefined || holding === undefined) throw malformed(words);
  const servers = listIn(totals).map((votes): ServerCheck => ({ nextVoteAtMs: null, votes: Number(votes) }));
  const held = listIn(holding);
  if (held.length % 2 !== 0) throw malformed(words);
  for (let index = 0; index < held.length; index += 2) {
    const server = servers[Number(held[index])];
    if (server === undefined) throw malformed(words);
    server.nextVoteAtMs = Math.max(server.nextVoteAtMs ?? 0, Number(held[index + 1]));
  }
  return { nowMs, window: windowOf(limit, used, reset), servers };
}

function listIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}

/** The reply of read-log.lua. */
export function readLogPage(reply: unknown): LoggedVote[] {
  if (!Array.isArray(reply)) throw malformed(reply);
  const entries: readonly unknown[] = reply;
  return entries.map((entry) => {
    if (!Array.isArray(entry)) throw malformed(reply);
    const [voteId, words]: readonly unknown[] = entry;
    if (!Array.isArray(words)) throw malformed(reply);
    return readLogEntry(String(voteId), words.map(String));
  });
}

/** An entry of the log stream, whose fields and values stand in turn. */
export function readLogEntry(voteId: string, words: readonly string[]): LoggedVote {
  const fields = new Map<string, string>();
  for (let index = 0; index + 1 < words.length; index += 2) fields.set(words[index] ?? '', words[index + 1] ?? '');
  const username = fields.get('username') ?? '';
  return {
    voteId,
    serverNum: Number(fields.get('server')),
    timeMs: Number(fields.get('time')),
    username: username === '' ? null : username,
    total: Number(fields.get('total')),
    via: VIAS[fields.get('via') ?? ''] ?? 'direct',
    network: fields.get('network') ?? '',
  };
}

function windowOf(limit: number, used: unknown, reset: unknown): KeyWindow {
  return { limit, remaining: Math.max(0, limit - Number(used)), resetMs: Number(reset) };
}

function malformed(reply: unknown): Error {
  return new Error(`a script answered what it never answers: ${JSON.stringify(reply)}`);
}
