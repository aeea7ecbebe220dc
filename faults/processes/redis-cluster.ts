import type { Processes } from '../../bench/processes/child-processes.ts';
import { findFreePort } from '../../bench/processes/free-port.ts';
import { waitUntil } from '../../bench/processes/wait-until.ts';
import { type RedisServer, startRedis } from './redis.ts';

/** Three masters, each with a replica. */
export interface RedisCluster {
  /** `redis+cluster://` with every node. */
  readonly url: string;
  readonly masters: readonly RedisServer[];
  readonly nodes: readonly RedisServer[];
  /** The master that has the slot of an account now. */
  masterOf(accountId: string): Promise<RedisServer>;
}

const MASTERS = 3;
const SLOTS = 16_384;
const NODE_TIMEOUT_MS = 1_500;
const DEADLINE_MS = 40_000;

/** Starts six nodes and waits until each of them calls the Cluster well and every replica follows its master. */
export async function startRedisCluster(place: {
  readonly processes: Processes;
  readonly folder: string;
}): Promise<RedisCluster> {
  const started = await Promise.all(Array.from({ length: 2 * MASTERS }, () => startNode(place)));
  const nodes = started.map(({ server }) => server);
  const masters = nodes.slice(0, MASTERS);
  const share = Math.ceil(SLOTS / MASTERS);
  for (const [index, master] of masters.entries()) {
    await master.command('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
    await master.command('CLUSTER', 'ADDSLOTSRANGE', index * share, Math.min(SLOTS, (index + 1) * share) - 1);
  }
  for (const { server, busPort } of started.slice(1)) {
    await masters[0]?.command('CLUSTER', 'MEET', server.host, server.port, busPort);
  }
  await untilAll(nodes, async (node) => {
    const info = String(await node.command('CLUSTER', 'INFO'));
    return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${nodes.length}`);
  });
  for (const [index, master] of masters.entries()) {
    await nodes[MASTERS + index]?.command('CLUSTER', 'REPLICATE', String(await master.command('CLUSTER', 'MYID')));
  }
  await untilAll(nodes.slice(MASTERS), follows);
  return {
    url: `redis+cluster://${nodes.map(({ host, port }) => `${host}:${port}`).join(',')}`,
    masters,
    nodes,
    masterOf: (accountId) => findMaster(nodes, accountId),
  };
}

/** Has this replica all that its master had when it was asked? */
export async function follows(replica: RedisServer): Promise<boolean> {
  const info = await replica.info('replication');
  return info.includes('role:slave') && info.includes('master_link_status:up');
}

export async function isMaster(server: RedisServer): Promise<boolean> {
  return (await server.info('replication')).includes('role:master');
}

export async function untilAll(
  servers: readonly RedisServer[],
  holds: (server: RedisServer) => Promise<boolean>,
): Promise<void> {
  for (const server of servers) {
    await waitUntil(() => holds(server), { what: `Redis at ${server.port}`, deadlineMs: DEADLINE_MS });
  }
}

async function startNode(place: { readonly processes: Processes; readonly folder: string }) {
  const busPort = await findFreePort();
  const args = ['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`, '--repl-diskless-sync-delay', '0'];
  args.push('--cluster-node-timeout', `${NODE_TIMEOUT_MS}`, '--appendonly', 'yes');
  return { server: await startRedis(place, { args }), busPort };
}

async function findMaster(nodes: readonly RedisServer[], accountId: string): Promise<RedisServer> {
  for (const node of nodes) {
    const [slot, isOwn] = [await node.command('CLUSTER', 'KEYSLOT', `{${accountId}}`), await isMaster(node)];
    if (isOwn && Number(await node.command('CLUSTER', 'COUNTKEYSINSLOT', Number(slot))) > 0) return node;
  }
  throw new Error(`No master has the keys of ${accountId}.`);
}
