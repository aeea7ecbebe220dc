import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** How often connections that have become idle are looked for, once no new ones are taken. */
const SWEEP_MS = 50;
/** Whoever has not sent or read all of it by then is cut off: supervisors kill what takes ten seconds to stop. */
const CUT_OFF_MS = 7_000;

/**
 * Follows the connections of a server, so that it can be stopped without losing a request.
 *
 * @returns the stop. For `drainMs` connections are still taken, since those in the queue of the system would be reset, and
 * balancers need a moment to see that this server is going. From its call on each answer ends its connection.
 */
export function createDrain(server: Server): (drainMs: number) => Promise<void> {
  const connections = new Set<Socket>();
  const unanswered = new Set<ServerResponse>();
  let stopping = false;
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (_req: IncomingMessage, res: ServerResponse) => {
    if (stopping) res.setHeader('Connection', 'close');
    unanswered.add(res);
    res.once('close', () => unanswered.delete(res));
  });

  /** Node counts a connection that has not sent anything yet among the busy ones. */
  function closeIdle(): void {
    server.closeIdleConnections();
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }

  return async (drainMs) => {
    stopping = true;
    for (const res of unanswered) if (!res.headersSent) res.setHeader('Connection', 'close');
    await delay(drainMs);
    // http's own close would cut idle connections at once, on which a request may be under way.
    const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
    closeIdle();
    const sweep = setInterval(closeIdle, SWEEP_MS);
    const cutOff = setTimeout(() => server.closeAllConnections(), CUT_OFF_MS);
    await closed;
    clearInterval(sweep);
    clearTimeout(cutOff);
  };
}
