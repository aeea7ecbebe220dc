import { Cluster, Redis } from 'ioredis';
import { clientOptions, clusterOptions } from './client-options.ts';
import { explainFault } from './connection-fault.ts';
import type { RedisAddress } from './redis-url.ts';
import { defineScripts } from './scripts.ts';
import { createStoreCalls, type StoreCalls } from './store-call.ts';

export type RedisClient = Redis | Cluster;

export interface RedisConnection {
  /** For use inside `run` only: alone it neither repeats nor explains. */
  readonly client: RedisClient;
  /** Known to be one: a call may touch one of its slots. */
  readonly isCluster: boolean;
  readonly run: StoreCalls['run'];
  readonly work: StoreCalls['work'];
  /** Has what is sent past `run` in this turn of the event loop written together, too; not in a Cluster. */
  gatherWrites(): void;
  /** Does the work when all input of this turn was taken in; what it sends is written together with the rest. */
  atEndOfTurn(work: () => void): void;
  /** Every node that takes writes. */
  masters(): readonly Redis[];
  isReady(): boolean;
  /** Why it is not ready, or why this error came, and what the operator can do: whole sentences. */
  explainFault(error?: unknown): string;
  /** Calls the listener each time the connection becomes ready. */
  onReady(listener: () => void): void;
  /** Waits for the calls under way, then lets go. */
  close(): Promise<void>;
}

export type Warn = (message: string, cause?: unknown) => void;

/** A connection that was lost less than this ago is expected back at once. */
const BLIP_MS = 1_000;
/** A connection with so many unanswered commands hangs for sure: it is given up before it fills the memory. */
const MAX_UNANSWERED = 10_000;
/** Commands under way at once on one connection: far fewer than Redis answers within the timeout of a command. */
const MAX_SENT = 512;
/** More, so that one node that hangs does not take the turns of the others. */
const MAX_SENT_TO_CLUSTER = 2_048;
/** How long a node of a Cluster may take to answer what it was asked before it was connected to. */
const GREETING_MS = 500;
/** How long a Cluster that is known waits for masters that are not connected to yet. One that hangs may not keep the others. */
const REACH_MS = 200;
/** How long the opening waits for a first answer. */
const FIRST_ANSWER_MS = 1_000;

/** Opens the connection. Resolves also when Redis is away: the connection then comes to be by itself when Redis is there. */
export async function openConnection(address: RedisAddress, warn: Warn): Promise<RedisConnection> {
  const client = createClient(address);
  defineScripts(client);
  const state = watch(client, (error) => {
    warn(`Redis cannot be reached, so no votes are counted: ${explainFault(error, address)}`, error);
  });
  const nodes = () => (client instanceof Cluster ? client.nodes('all') : [client]);
  const calls = createStoreCalls({
    ...state,
    explainFault: () => explainFault(state.lastError(), address),
    maxSent: client instanceof Cluster ? MAX_SENT_TO_CLUSTER : MAX_SENT,
    onTimeout() {
      for (const node of nodes()) {
        if (node.commandQueue.length > MAX_UNANSWERED) node.disconnect(true);
      }
    },
  });
  // A failure is told by the error event, and the driver tries again by itself.
  client.connect().catch(() => state.lastError());
  await state.waitUntilReady(FIRST_ANSWER_MS);
  const turnOfNow = createTurnWrites(client);
  return {
    client,
    isCluster: client instanceof Cluster,
    run: (send) =>
      calls.run(() => {
        turnOfNow();
        return send();
      }),
    work: calls.work,
    gatherWrites: () => void turnOfNow(),
    atEndOfTurn: (work) => void turnOfNow().push(work),
    masters: () => (client instanceof Cluster ? client.nodes('master') : [client]),
    isReady: state.isReady,
    explainFault: (error = state.lastError()) => explainFault(error, address),
    onReady: state.onReady,
    async close() {
      await calls.close();
      client.disconnect();
    },
  };
}

function createClient(address: RedisAddress): RedisClient {
  if (address.kind !== 'cluster') return new Redis(clientOptions(address));
  const nodes = address.nodes.map(({ host, port }) => ({ host, port }));
  const cluster = new Cluster(nodes, clusterOptions(address));
  // The driver would connect to a node with its first command and refuse the commands that come meanwhile, so all are connected
  // to here. Not before it has asked one of them how the Cluster is: it refuses to ask one that is being connected to, lets go
  // of all then, and begins anew.
  const connectTo = (node: Redis) => {
    if (node.status === 'wait') node.connect().catch((error: unknown) => cluster.emit('node error', error));
  };
  for (const known of ['connect', 'ready']) cluster.on(known, () => cluster.nodes('all').forEach(connectTo));
  cluster.on('+node', (node: Redis) => {
    beGreeted(node);
    if (cluster.status === 'ready') connectTo(node);
  });
  return cluster;
}

/**
 * Lets a node take its time until it has greeted: the question how the Cluster is waits for the connection, which takes three
 * round trips more, and all would begin anew where that question is not answered in time.
 */
function beGreeted(node: Redis): void {
  const { commandTimeout } = node.options;
  node.options.commandTimeout = GREETING_MS;
  node.once('ready', () => {
    node.options.commandTimeout = commandTimeout;
  });
}

/** The driver calls a Cluster ready when it is known: resolves when each master is connected to or gone, or some time later. */
async function whenReached(cluster: Cluster): Promise<void> {
  const awaited = cluster.nodes('master').filter(({ status }) => status !== 'ready' && status !== 'end');
  const reached = awaited.map(
    (node) =>
      new Promise<void>((resolve) => {
        for (const event of ['ready', 'end']) node.once(event, () => resolve());
      }),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, REACH_MS);
  });
  await Promise.race([Promise.all(reached), late]);
  clearTimeout(timer);
}

/**
 * Writes the commands of one turn of the event loop together: a system call for each would cost more than all else that is
 * done for a vote. Commands to a Cluster go to nodes that the driver chooses, and are written as they come.
 *
 * @returns what opens the turn where it is not open yet, and gives back what is to be done at its end
 */
function createTurnWrites(client: RedisClient): () => (() => void)[] {
  let current: (() => void)[] | null = null;
  return () => {
    if (current !== null) return current;
    const works: (() => void)[] = [];
    current = works;
    const stream = client instanceof Cluster ? null : client.stream;
    stream?.cork();
    setImmediate(() => {
      try {
        for (const work of works) work();
      } finally {
        current = null;
        stream?.uncork();
      }
    });
    return works;
  };
}

/** Follows what becomes of the connection. Without a listener an error event would end the process. */
function watch(client: RedisClient, warn: (error: unknown) => void) {
  const waiting = new Set<() => void>();
  let lostAtMs: number | null = performance.now();
  let lastError: unknown = null;
  let wrongDatabase: unknown = null;
  let isTold = false;
  let isReached = true;

  function tell(error: unknown): void {
    lastError = error;
    if (isWrongDatabase(error)) {
      // The driver would go on with database 0, where the votes of another service may be.
      wrongDatabase = error;
      client.disconnect();
    }
    if (isTold || lostAtMs === null) return;
    isTold = true;
    warn(error);
  }

  client.on('error', tell);
  client.on('node error', (error: unknown) => {
    lastError = error;
  });
  client.on('close', () => {
    lostAtMs ??= performance.now();
    lastError ??= new Error('the connection was closed');
  });
  client.on('ready', () => {
    lostAtMs = null;
    lastError = null;
    isTold = false;
    if (!(client instanceof Cluster)) {
      wake();
      return;
    }
    isReached = false;
    void whenReached(client).then(() => {
      isReached = true;
      // It may have been lost meanwhile; who waits then waits for the next.
      if (isReady()) wake();
    });
  });

  function wake(): void {
    for (const resolve of waiting) resolve();
  }

  const isReady = () => client.status === 'ready' && isReached && wrongDatabase === null;

  return {
    isReady,
    lastError: () => wrongDatabase ?? lastError,
    onReady: (listener: () => void) => void client.on('ready', listener),
    async waitUntilReady(maxMs: number): Promise<boolean> {
      const isBlip = lostAtMs === null || performance.now() - lostAtMs < BLIP_MS;
      if (!isBlip) return false;
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, maxMs);
        waiting.add(done);
        if (isReady()) done();
      });
      return isReady();
    },
  };
}

function isWrongDatabase(error: unknown): boolean {
  return error instanceof Error && /DB index|SELECT is not allowed/.test(error.message);
}
