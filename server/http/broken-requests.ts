import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEMS, type ProblemCode } from '../../contract/problems.ts';
import type { AnsweredRequest } from './request-log.ts';
import { createUnroutedState } from './request-state.ts';

export interface BrokenRequestOptions {
  /** The answer that is open on a connection, if there is one. */
  readonly answerOn: (socket: Socket) => ServerResponse | null;
  /** Is told of each answer. */
  readonly onAnswer: (answered: AnsweredRequest) => void;
}

/** What the log and the metrics call the method of what could not be read. */
const NO_METHOD = 'unknown';

/**
 * Answers what is not HTTP, or too large, or too slow, and closes the connection: there is no request to route. It is told
 * to log and metrics like any other, but for the time, which is that of the client.
 */
export function answerBrokenRequests(server: Server, { answerOn, onAnswer }: BrokenRequestOptions): void {
  // Node tells of a connection anew with whatever comes on it after what was broken.
  const told = new WeakSet<Socket>();
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (told.has(socket)) return;
    told.add(socket);
    const refuse = () => {
      if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
      else onAnswer(send(socket, CODES[error.code ?? ''] ?? 'invalid_request'));
    };
    const open = answerOn(socket);
    if (open === null) refuse();
    // What came before it on the connection is answered first: answers stand in the order of their requests.
    else if (open.req.complete) open.once('close', refuse);
    // The broken part is the body of a request, whose turn to be answered may still be to come.
    else if (open.socket === null) open.once('socket', () => endWith(open, socket, refuse));
    else endWith(open, socket, refuse);
  });
}

/** Ends a connection whose last request has a broken body. */
function endWith(open: ServerResponse, socket: Socket, refuse: () => void): void {
  // Where the head was answered already, or all of the body came meanwhile, that answer is still to go out.
  if (open.writableEnded || open.req.complete) open.once('close', () => socket.destroySoon());
  // Once an answer has begun nothing may come in between.
  else if (open.headersSent) socket.destroy();
  else refuse();
}

const CODES: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

function send(socket: Socket, code: ProblemCode): AnsweredRequest {
  const { status, title, cure } = PROBLEMS[code];
  const state = createUnroutedState(code);
  const detail = code === 'invalid_request' ? 'The request is not valid HTTP.' : cure;
  const known = { type: `/docs/problems#${code}`, title, status, detail, instance: '/', code };
  const body = JSON.stringify({ ...known, requestId: state.requestId });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n` +
      `X-Request-Id: ${state.requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
  return { state, method: NO_METHOD, status, ms: 0, aborted: false };
}
