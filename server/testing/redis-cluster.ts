import { findFreePort } from './free-port.ts';
import { type RedisServer, startChosen } from './redis-server.ts';

/** A real Redis Cluster of a test. */
export interface RedisCluster {
  /** `redis+cluster://` with every node. */
  readonly url: string;
  readonly masters: readonly RedisServer[];
  /** One for each master, in their order; empty unless asked for. */
  readonly replicas: readonly RedisServer[];
  close(): Promise<void>;
}

const MASTER_COUNT = 3;
const SLOT_COUNT = 16_384;
const NODE_TIMEOUT_MS = 1_500;
const DEADLINE_MS = 30_000;

/** Starts three masters, with a replica each if asked, and waits until every node calls the Cluster well. */
export async function startRedisCluster(options: { readonly replicas?: boolean } = {}): Promise<RedisCluster> {
  const count = options.replicas === true ? 2 * MASTER_COUNT : MASTER_COUNT;
  const nodes = await Promise.all(Array.from({ length: count }, startNode));
  const masters = nodes.slice(0, MASTER_COUNT);
  const replicas = nodes.slice(MASTER_COUNT);
  await shareSlots(masters.map((node) => node.server));
  await meet(nodes);
  await waitForAll(nodes, async (server) => {
    const info = await server.command('CLUSTER', 'INFO');
    return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${count}`);
  });
  await followMasters(masters, replicas);
  return {
    url: `redis+cluster://${nodes.map(({ server }) => `${server.host}:${server.port}`).join(',')}`,
    masters: masters.map((node) => node.server),
    replicas: replicas.map((node) => node.server),
    async close() {
      await Promise.all(nodes.map((node) => node.server.close()));
    },
  };
}

interface Node {
  readonly server: RedisServer;
  readonly busPort: number;
}

async function startNode(): Promise<Node> {
  let busPort = 0;
  const server = await startChosen(async () => {
    busPort = await findFreePort();
    const args = ['--cluster-enabled', 'yes', '--cluster-port', String(busPort)];
    args.push('--cluster-node-timeout', String(NODE_TIMEOUT_MS), '--repl-diskless-sync-delay', '0');
    return { args };
  });
  return { server, busPort };
}

async function shareSlots(masters: readonly RedisServer[]): Promise<void> {
  const share = Math.ceil(SLOT_COUNT / masters.length);
  for (const [index, master] of masters.entries()) {
    const last = Math.min(SLOT_COUNT, (index + 1) * share) - 1;
    await master.command('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1));
    await master.command('CLUSTER', 'ADDSLOTSRANGE', String(index * share), String(last));
  }
}

async function meet(nodes: readonly Node[]): Promise<void> {
  const first = nodes[0]!.server;
  for (const { server, busPort } of nodes.slice(1)) {
    await first.command('CLUSTER', 'MEET', server.host, String(server.port), String(busPort));
  }
}

async function followMasters(masters: readonly Node[], replicas: readonly Node[]): Promise<void> {
  for (const [index, { server }] of replicas.entries()) {
    const id = await masters[index]!.server.command('CLUSTER', 'MYID');
    await server.command('CLUSTER', 'REPLICATE', id);
  }
  await waitForAll(replicas, async (server) => {
    return (await server.command('INFO', 'replication')).includes('master_link_status:up');
  });
}

async function waitForAll(nodes: readonly Node[], holds: (server: RedisServer) => Promise<boolean>): Promise<void> {
  for (const { server } of nodes) {
    const deadline = Date.now() + DEADLINE_MS;
    while (!(await holds(server))) {
      if (Date.now() > deadline) throw new Error(`the Cluster of a test did not settle within ${DEADLINE_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
