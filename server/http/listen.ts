import { createServer, IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { ConfigError } from '../config.ts';
import { answerBrokenRequests, type BrokenRequestOptions } from './broken-requests.ts';
import { createDrain } from './drain.ts';

/** A listening server. */
export interface Listener {
  readonly port: number;
  /**
   * Stops without losing a request: for `drainMs` every request that arrives is still answered, on open connections and
   * new ones, and each answer ends its connection. After that what is under way is finished, for some seconds at most.
   */
  stop(drainMs: number): Promise<void>;
}

export interface ListenOptions {
  readonly port: number;
  /** `null` listens on every address, IPv6 and IPv4. */
  readonly host: string | null;
  /** The variable that sets the port; `PORT` when it is left out. */
  readonly variable?: 'PORT' | 'METRICS_PORT';
  /** Is told of what was answered before any app saw it. */
  readonly onBrokenRequest?: BrokenRequestOptions['onAnswer'];
}

/** Longer than the idle timeout of the proxies in front, or they would meet connections that are being closed. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_MS = 10_000;
const REQUEST_MS = 15_000;
/** The limits are looked at this often; by default they could be exceeded by half a minute. The host is asked for by the app. */
const LIMITS = { connectionsCheckingInterval: 2_000, requireHostHeader: false };

/**
 * Serves an Express app.
 *
 * Express swaps the prototypes of each request and response, which costs half the time of a small answer. Here they are
 * made with Express's prototypes to begin with, so that the swap finds nothing to do.
 *
 * @throws ConfigError when the port or the address cannot be had.
 */
export function listen(app: Express, options: ListenOptions): Promise<Listener> {
  const server = createServer({ ...expressConstructors(app), ...LIMITS }, app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  // Node would refuse an expectation that it does not know with an empty 417; nothing here depends on one.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  const { stop, answerOn } = createDrain(server);
  answerBrokenRequests(server, { answerOn, onAnswer: options.onBrokenRequest ?? (() => undefined) });
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(explainFault(error, options));
    server.once('error', refuse);
    server.listen({ port: options.port, ...(options.host === null ? {} : { host: options.host }) }, () => {
      server.removeListener('error', refuse);
      resolve({ port: portOf(server.address()), stop });
    });
  });
}

/** Names the variable that is wrong, where it is one, and the cure. */
function explainFault(error: NodeJS.ErrnoException, { port, host, variable = 'PORT' }: ListenOptions): Error {
  const fault = LISTEN_FAULTS[error.code ?? ''];
  return fault === undefined ? error : new ConfigError(fault({ port, host, variable }), { cause: error });
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * Node's own constructors, making objects that have Express's prototypes from the start. Each inherits from Node's
 * constructor, or V8 would lay out the properties of its objects as a dictionary, which is slow to read and to collect.
 */
function expressConstructors(app: Express): ServerOptions {
  function ExpressRequest(this: IncomingMessage, ...args: unknown[]): void {
    Reflect.apply(IncomingMessage, this, args);
  }
  Object.setPrototypeOf(ExpressRequest, IncomingMessage);
  ExpressRequest.prototype = app.request;
  function ExpressResponse(this: ServerResponse, ...args: unknown[]): void {
    Reflect.apply(ServerResponse, this, args);
  }
  Object.setPrototypeOf(ExpressResponse, ServerResponse);
  ExpressResponse.prototype = app.response;
  const options: ServerOptions = {};
  Reflect.set(options, 'IncomingMessage', ExpressRequest);
  Reflect.set(options, 'ServerResponse', ExpressResponse);
  return options;
}

type Place = Required<Pick<ListenOptions, 'port' | 'host' | 'variable'>>;

const NOT_HERE = ({ host }: Place) =>
  `HOST must be an address of this machine, and ${host} is none; leave it out to listen on every address.`;

const LISTEN_FAULTS: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ port, variable }) =>
    `${variable} must be a free port, and ${port} is taken: end the process that has it, or choose another one.`,
  EACCES: ({ port, variable }) =>
    `${variable} must be a port that this user may use, and ${port} is none: choose one above 1023.`,
  EADDRNOTAVAIL: NOT_HERE,
  ENOTFOUND: NOT_HERE,
};
