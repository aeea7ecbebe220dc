import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/** How often connections that have become idle are looked for, once no new ones are taken. */
const SWEEP_MS = 50;
/** At the very end connections are taken until none has come for so long. */
const QUIET_MS = 50;
/** They come for longer only in a flood, which is not waited for. */
const FLOOD_MS = 500;
/** A connection that was let in last has so long for its first bytes. */
const FIRST_BYTES_MS = 300;
/** Whoever has not sent or read all of it by then is cut off: supervisors kill what takes ten seconds to stop. */
const CUT_OFF_MS = 7_000;

/** The connections of a server. */
export interface Drain {
  /** The answer that is open on a connection, if there is one. */
  answerOn(socket: Socket): ServerResponse | null;
  /** Stops the server without losing a request. */
  stop(drainMs: number): Promise<void>;
}

/**
 * Follows the connections of a server, so that it can be stopped without losing a request. For `drainMs` of the stop
 * connections are still taken, since those in the queue of the system would be reset, and balancers need a moment to see
 * that this server is going. From its call on each answer ends its connection.
 */
export function createDrain(server: Server): Drain {
  // Each with the answer it waits for. One entry for a connection and none that comes and goes with each request: a table
  // that is grown and shrunk thousands of times a second leaves old ones behind, which keep finished requests in memory.
  const connections = new Map<Socket, ServerResponse | null>();
  let stopping = false;
  /** Connections that were taken at the very end, and are not read yet; `null` before. */
  let last: Socket[] | null = null;
  server.on('connection', (socket) => {
    // Node starts to read it after this turn's listeners, so it is stopped after that.
    if (last?.push(socket) !== undefined) queueMicrotask(() => socket.pause());
    connections.set(socket, null);
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    if (stopping) res.setHeader('Connection', 'close');
    connections.set(socket, res);
    res.on('close', () => {
      if (connections.get(socket) === res) connections.set(socket, null);
    });
  });

  /** Node counts a connection that has not sent anything yet among the busy ones. */
  function closeIdle(): void {
    server.closeIdleConnections();
    for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  /**
   * Closing resets what waits in the queue of the system. So connections are taken until none comes any more, and are read only
   * then: whoever is answered comes back at once, and the queue would never be empty.
   */
  async function takeAllThatWait(waiting: readonly Socket[]): Promise<void> {
    const beganMs = performance.now();
    for (let quietMs = beganMs, before = 0; ; before = waiting.length) {
      await nextTurn();
      const nowMs = performance.now();
      if (waiting.length !== before) quietMs = nowMs;
      if (nowMs - quietMs > QUIET_MS || nowMs - beganMs > FLOOD_MS) return;
    }
  }

  async function stop(drainMs: number): Promise<void> {
    stopping = true;
    for (const res of connections.values()) if (res?.headersSent === false) res.setHeader('Connection', 'close');
    await delay(drainMs);
    last = [];
    await takeAllThatWait(last);
    // http's own close would cut idle connections at once, on which a request may be under way.
    const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
    for (const socket of last) socket.resume();
    server.closeIdleConnections();
    await Promise.race([closed, delay(FIRST_BYTES_MS)]);
    const sweep = setInterval(closeIdle, SWEEP_MS);
    const cutOff = setTimeout(() => server.closeAllConnections(), CUT_OFF_MS);
    await closed;
    clearInterval(sweep);
    clearTimeout(cutOff);
  }

  return { answerOn: (socket) => connections.get(socket) ?? null, stop };
}
