import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a server that can lose what passes through it. */
export interface FaultProxy {
  readonly host: string;
  readonly port: number;
  /** From now on, or from the first request with these words on, requests reach the server and its replies are lost. */
  swallowReplies(words?: string): void;
  /** From now on requests reach the server so much later, in milliseconds, except over connections that said these words first. */
  delayRequests(delayMs: number, exceptAfter: string): void;
  /** From now on nothing passes in either direction, and connections stay open. */
  stall(): void;
  /** Cuts every connection now. New ones pass. */
  cut(): void;
  /** Passes everything again; what was lost stays lost, so connections that lost something are cut. */
  heal(): void;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

type Fault = 'none' | 'swallow' | 'stall';

/** Listens on a free port and passes every connection on to the target. */
export async function startFaultProxy(target: { readonly host: string; readonly port: number }): Promise<FaultProxy> {
  let fault: Fault = 'none';
  let awaited: string | null = null;
  let delay: { readonly delayMs: number; readonly exceptAfter: string } | null = null;
  const pairs = new Set<readonly [Socket, Socket]>();

  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.setNoDelay(true);
    far.setNoDelay(true);
    let isPrompt = false;
    near.on('data', (chunk) => {
      if (awaited !== null && chunk.includes(awaited)) fault = 'swallow';
      if (fault === 'stall') return;
      isPrompt ||= delay === null || chunk.includes(delay.exceptAfter);
      if (isPrompt) far.write(chunk);
      else setTimeout(() => far.write(chunk), delay?.delayMs);
    });
    far.on('data', (chunk) => fault === 'none' && near.write(chunk));
    for (const socket of pair) {
      socket.on('error', () => endPair(pair));
      socket.on('close', () => endPair(pair));
    }
  });

  function endPair(pair: readonly [Socket, Socket]): void {
    pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  }

  function cut(): void {
    for (const pair of [...pairs]) endPair(pair);
  }

  server.listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    host: HOST,
    port: address.port,
    swallowReplies(words) {
      if (words === undefined) fault = 'swallow';
      awaited = words ?? null;
    },
    delayRequests(delayMs, exceptAfter) {
      delay = { delayMs, exceptAfter };
    },
    stall() {
      fault = 'stall';
    },
    cut,
    heal() {
      fault = 'none';
      awaited = null;
      delay = null;
      cut();
    },
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
