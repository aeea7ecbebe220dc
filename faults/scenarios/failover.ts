import { waitUntil } from '../../bench/processes/wait-until.ts';
import type { Loss } from '../history/check-history.ts';
import type { RedisServer } from '../processes/redis.ts';
import { follows, isMaster, type RedisCluster, startRedisCluster, untilAll } from '../processes/redis-cluster.ts';
import { type RedisSentinel, startRedisSentinel } from '../processes/redis-sentinel.ts';
import { NOTHING, type Scenario } from '../scenario.ts';
import { openScene, playTrouble, requireCode, type Stage } from '../stage.ts';

/** So many that each master of a Cluster has some. */
const ACCOUNTS = 6;
const FAILOVER_DEADLINE_MS = 40_000;
/** What a master took in the last two seconds may not have reached a replica: it takes no more once they lag by that. */
const LOSS: Loss = { beforeMs: 3_000, afterMs: 3_000 };
const BOUND =
  'what the dead master acknowledged last and had not passed on: milliseconds as a rule, 2 s at most with min-replicas-max-lag 2';
const CLUSTER_BOUND =
  'what the dead master acknowledged last and had not passed on: milliseconds as a rule, the node timeout at most';

/** Waits until one of the replicas has taken over. */
async function untilPromoted(replicas: readonly RedisServer[]): Promise<void> {
  const isOne = async () => (await Promise.all(replicas.map(isMaster))).some(Boolean);
  await waitUntil(isOne, { what: 'A new master', deadlineMs: FAILOVER_DEADLINE_MS });
}

async function underSentinel(
  stage: Stage,
  hit: (redis: RedisSentinel, whileAway: () => Promise<void>) => Promise<void>,
) {
  const redis = await startRedisSentinel(stage);
  const scene = await openScene(stage, { redisUrl: redis.url, services: [{}, {}] });
  return playTrouble(scene, async ({ load, mark }) => {
    await load.untilMore(400);
    mark();
    await hit(redis, async () => {
      await untilPromoted(redis.replicas);
      await load.untilMore(400);
      mark();
    });
    await untilAll([redis.master], follows);
    await load.untilMore(400);
  });
}

/** A replica takes over, or slots move, while voters come. */
export const FAILOVER: readonly Scenario[] = [
  {
    name: 'sentinel-kill',
    title: 'kill -9 of the master behind Sentinel',
    allowance: { breaks: [], loss: LOSS },
    bound: BOUND,
    run: (stage) =>
      underSentinel(stage, async ({ master }, whileAway) => {
        await master.kill();
        await whileAway();
        await master.start();
      }),
  },
  {
    name: 'sentinel-freeze',
    title: 'the master behind Sentinel frozen (SIGSTOP) until another one took over',
    allowance: { breaks: [], loss: LOSS },
    bound: BOUND,
    run: (stage) =>
      underSentinel(stage, async ({ master }, whileAway) => {
        master.freeze();
        await whileAway();
        master.thaw();
      }),
  },
  {
    name: 'cluster-kill',
    title: 'kill -9 of a master of a Cluster of six nodes',
    allowance: { breaks: [], loss: LOSS },
    bound: CLUSTER_BOUND,
    async run(stage) {
      const cluster = await startRedisCluster(stage);
      const scene = await openScene(stage, { redisUrl: cluster.url, accounts: ACCOUNTS, services: [{}, {}] });
      return playTrouble(scene, async ({ load, clients, mark }) => {
        for (let round = 0; round < (stage.isLong ? 2 : 1); round += 1) {
          await load.untilMore(400);
          const master = await cluster.masterOf(scene.tenants[0]?.accountId ?? '');
          mark();
          await master.kill();
          await untilTakenOver(cluster, master);
          await load.untilMore(400);
          await master.start();
          await untilAll([master], follows);
        }
        await load.untilMore(200);
        requireCode(clients, 'store_unavailable');
      });
    },
  },
  {
    name: 'slot-moved',
    title: 'the slot of an account moved to another node of a Cluster and back',
    allowance: NOTHING,
    async run(stage) {
      const cluster = await startRedisCluster(stage);
      const scene = await openScene(stage, { redisUrl: cluster.url, accounts: ACCOUNTS, services: [{}, {}] });
      const accountId = scene.tenants[0]?.accountId ?? '';
      return playTrouble(scene, async ({ load, mark }) => {
        for (let round = 0; round < (stage.isLong ? 6 : 2); round += 1) {
          await load.untilMore(300);
          mark();
          await moveSlot(cluster, accountId);
        }
        await load.untilMore(300);
      });
    },
  },
];

async function untilTakenOver({ nodes }: RedisCluster, dead: RedisServer): Promise<void> {
  const alive = nodes.filter((node) => node !== dead);
  const isWell = async () => (await Promise.all(alive.map(isMaster))).filter(Boolean).length === 3;
  await waitUntil(isWell, { what: 'A new master', deadlineMs: FAILOVER_DEADLINE_MS });
}

/** As `redis-cli --cluster reshard` does it. */
async function moveSlot(cluster: RedisCluster, accountId: string): Promise<void> {
  const from = await cluster.masterOf(accountId);
  const to = cluster.masters.find((master) => master !== from);
  if (to === undefined) throw new Error('There is no other master.');
  const slot = Number(await from.command('CLUSTER', 'KEYSLOT', `{${accountId}}`));
  const [fromId, toId] = [String(await from.command('CLUSTER', 'MYID')), String(await to.command('CLUSTER', 'MYID'))];
  await to.command('CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId);
  await from.command('CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId);
  for (;;) {
    const keys = await from.command('CLUSTER', 'GETKEYSINSLOT', slot, 200);
    if (!Array.isArray(keys) || keys.length === 0) break;
    await from.command('MIGRATE', to.host, to.port, '', 0, 5_000, 'KEYS', ...keys.map(String));
  }
  for (const node of [to, from]) await node.command('CLUSTER', 'SETSLOT', slot, 'NODE', toId);
  for (const node of cluster.masters) {
    if (node !== to && node !== from) await node.command('CLUSTER', 'SETSLOT', slot, 'NODE', toId);
  }
}
