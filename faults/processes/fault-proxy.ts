import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** How replies fare on their way. */
export interface Weather {
  /** Replies come so much later, at random within these bounds, each after the one before. */
  readonly delayMs?: readonly [least: number, most: number];
  /** Share of the votes that reach the server and whose reply is lost: the connection goes silent, then breaks. */
  readonly lostReplies?: number;
}

/** A TCP proxy in front of a server that can be slow and lose what passes. */
export interface FaultProxy {
  readonly host: string;
  readonly port: number;
  set(weather: Weather): void;
  /** Breaks every connection. New ones pass. */
  cut(): void;
  close(): void;
}

const HOST = '127.0.0.1';
/** How long a connection is silent before it breaks. A network loses no bytes out of the middle of a connection. */
const SILENT_MS = 60;
const VOTE = /evalsha|eval\r\n/i;

export async function startFaultProxy(target: { readonly host: string; readonly port: number }): Promise<FaultProxy> {
  let weather: Weather = {};
  const pairs = new Set<Pair>();
  const server = createServer((near) => {
    const pair = openPair(near, connect(target.port, target.host), () => weather);
    pairs.add(pair);
    pair.onEnd(() => pairs.delete(pair));
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const cut = () => {
    for (const pair of pairs) pair.end();
  };
  return {
    host: HOST,
    port: address.port,
    set(next) {
      weather = next;
    },
    cut,
    close() {
      server.close();
      cut();
    },
  };
}

interface Pair {
  end(): void;
  onEnd(listener: () => void): void;
}

function openPair(near: Socket, far: Socket, read: () => Weather): Pair {
  const listeners: (() => void)[] = [];
  let isSilent = false;

  function end(): void {
    near.destroy();
    far.destroy();
    for (const listener of listeners.splice(0)) listener();
  }

  near.on('data', (chunk) => {
    const { lostReplies = 0 } = read();
    if (!isSilent && Math.random() < lostReplies && VOTE.test(chunk.toString('latin1'))) {
      isSilent = true;
      setTimeout(end, SILENT_MS);
    }
    far.write(chunk);
  });
  const replies = createDelay((chunk) => near.write(chunk));
  far.on('data', (chunk) => {
    const { delayMs: [least, most] = [0, 0] } = read();
    if (!isSilent) replies.add(chunk, least + Math.random() * (most - least));
  });
  for (const socket of [near, far]) {
    socket.setNoDelay(true);
    socket.on('error', end);
    socket.on('close', end);
  }
  return { end, onEnd: (listener) => void listeners.push(listener) };
}

/** Lets pieces go after a while each, in their order: timers that end at the same moment do not keep theirs. */
function createDelay(release: (chunk: Buffer) => void) {
  const waiting: { readonly chunk: Buffer; readonly dueMs: number }[] = [];

  function releaseDue(): void {
    while (waiting[0] !== undefined && waiting[0].dueMs <= performance.now())
      release(waiting.shift()?.chunk ?? Buffer.alloc(0));
    if (waiting[0] !== undefined) setTimeout(releaseDue, Math.ceil(waiting[0].dueMs - performance.now()));
  }

  return {
    add(chunk: Buffer, ms: number): void {
      const isFirst = waiting.push({ chunk, dueMs: performance.now() + ms }) === 1;
      if (isFirst) releaseDue();
    },
  };
}
