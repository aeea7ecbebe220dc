import { type Agent, type IncomingMessage, request } from 'node:http';
import type { Reply } from '../history/history.ts';

export interface Outgoing {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly agent: Agent;
}

/** Far above what is promised, so that an answer that comes late is seen to be late. */
const GIVE_UP_MS = 10_000;

/** Sends one request. Never rejects: a broken connection is a reply without a status. */
export function send({ url, method, headers, body, agent }: Outgoing): Promise<Reply> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const { reusedSocket, socket } = sent;
      resolve(noAnswer(error.code ?? error.message, !reusedSocket && (socket?.bytesRead ?? 0) === 0));
    };
    const sent = request(url, { method, headers, agent, timeout: GIVE_UP_MS }, (res) => {
      readText(res).then((text) => resolve(readReply(res, text)), fail);
    });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    sent.on('error', fail);
    sent.end(body);
  });
}

async function readText(res: IncomingMessage): Promise<string> {
  res.setEncoding('utf8');
  let text = '';
  for await (const piece of res) text += String(piece);
  return text;
}

function readReply({ statusCode = 0, headers }: IncomingMessage, text: string): Reply {
  const { code = null, nextVoteAt = null, serverVotes = null } = parse(text);
  return {
    status: statusCode,
    code,
    nextVoteAt,
    serverVotes,
    voteId: textOf(headers['vote-id']),
    replayed: headers['idempotency-replayed'] === 'true',
    fault: null,
    unheard: false,
  };
}

function noAnswer(fault: string, unheard: boolean): Reply {
  const nothing = { status: null, code: null, nextVoteAt: null, serverVotes: null, voteId: null, replayed: false };
  return { ...nothing, fault, unheard };
}

function parse(text: string): { code?: string; nextVoteAt?: string | null; serverVotes?: number } {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Whatever is no JSON is no answer of the service, and its status tells that.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function textOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null;
}
