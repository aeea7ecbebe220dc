import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { type AddressInfo, type Socket, Server as TcpServer } from 'node:net';
import type { Express } from 'express';

/** A listening server. */
export interface Listener {
  readonly port: number;
  /**
   * Stops without losing a request: no new connection is taken, every request that still arrives on an open one is
   * answered, and each answer ends its connection. Connections that stay silent for `drainMs` are closed.
   */
  stop(drainMs: number): Promise<void>;
}

export interface ListenOptions {
  readonly port: number;
  /** `null` listens on every address, IPv6 and IPv4. */
  readonly host: string | null;
}

/** Longer than the idle timeout of the proxies in front, or they would meet connections that are being closed. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_MS = 10_000;
const REQUEST_MS = 15_000;

/**
 * Serves an Express app.
 *
 * Express swaps the prototypes of each request and response, which costs half the time of a small answer. Here they are
 * made with Express's prototypes to begin with, so that the swap finds nothing to do.
 */
export function listen(app: Express, options: ListenOptions): Promise<Listener> {
  const server = createServer(expressConstructors(app), app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.on('clientError', answerBrokenRequest);
  let stopping = false;
  server.prependListener('request', (_req: IncomingMessage, res: ServerResponse) => {
    if (stopping) res.setHeader('Connection', 'close');
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, ...(options.host === null ? {} : { host: options.host }) }, () => {
      server.removeListener('error', reject);
      resolve({
        port: portOf(server.address()),
        stop(drainMs) {
          stopping = true;
          return drain(server, drainMs);
        },
      });
    });
  });
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Closes the listening socket alone: http's own close would cut idle connections on which a request may be under way. */
function drain(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeIdleConnections(), drainMs);
    TcpServer.prototype.close.call(server, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Node's own constructors, making objects that have Express's prototypes from the start. */
function expressConstructors(app: Express): ServerOptions {
  function ExpressRequest(this: IncomingMessage, ...args: unknown[]): void {
    Reflect.apply(IncomingMessage, this, args);
  }
  ExpressRequest.prototype = app.request;
  function ExpressResponse(this: ServerResponse, ...args: unknown[]): void {
    Reflect.apply(ServerResponse, this, args);
  }
  ExpressResponse.prototype = app.response;
  const options: ServerOptions = {};
  Reflect.set(options, 'IncomingMessage', ExpressRequest);
  Reflect.set(options, 'ServerResponse', ExpressResponse);
  return options;
}

/** Answers what is not HTTP, or too large, or too slow, and closes: there is no request to route. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, title] = BROKEN[error.code ?? ''] ?? [400, 'Bad Request'];
  const body = JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: 'The request is not valid HTTP.',
    code: 'invalid_request',
  });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}

const BROKEN: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};
