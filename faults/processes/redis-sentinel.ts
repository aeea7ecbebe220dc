import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Processes } from '../../bench/processes/child-processes.ts';
import { type RedisServer, startRedis } from './redis.ts';
import { follows, untilAll } from './redis-cluster.ts';

/** A master with two replicas, watched by three sentinels. */
export interface RedisSentinel {
  /** `redis+sentinel://` with every sentinel. */
  readonly url: string;
  readonly master: RedisServer;
  readonly replicas: readonly RedisServer[];
}

const SENTINELS = 3;
const REPLICAS = 2;
const DOWN_AFTER_MS = 1_000;
/** As docs/operations.md recommends: a master that no replica follows closely takes no more votes. */
const BOUNDED_LOSS = ['--min-replicas-to-write', '1', '--min-replicas-max-lag', '2'];

/** Starts them, and waits until the sentinels know the replicas and each other. */
export async function startRedisSentinel(place: {
  readonly processes: Processes;
  readonly folder: string;
}): Promise<RedisSentinel> {
  const args = ['--appendonly', 'yes', '--repl-diskless-sync-delay', '0', ...BOUNDED_LOSS];
  const master = await startRedis(place, { args });
  const of = ['--replicaof', `${master.host} ${master.port}`];
  const replicas = await Promise.all(
    Array.from({ length: REPLICAS }, () => startRedis(place, { args: [...args, ...of] })),
  );
  await untilAll(replicas, follows);
  const sentinels = await Promise.all(
    Array.from({ length: SENTINELS }, (_, index) => startSentinel(place, index, master)),
  );
  await untilAll(sentinels, async (sentinel) =>
    (await sentinel.info('sentinel')).includes(`slaves=${REPLICAS},sentinels=${SENTINELS}`),
  );
  return {
    url: `redis+sentinel://${sentinels.map(({ host, port }) => `${host}:${port}`).join(',')}/votes`,
    master,
    replicas,
  };
}

function startSentinel(
  place: { readonly processes: Processes; readonly folder: string },
  index: number,
  master: RedisServer,
): Promise<RedisServer> {
  const configFile = join(place.folder, `sentinel-${index}.conf`);
  const lines = [
    `sentinel monitor votes ${master.host} ${master.port} 2`,
    `sentinel down-after-milliseconds votes ${DOWN_AFTER_MS}`,
    'sentinel failover-timeout votes 10000',
  ];
  writeFileSync(configFile, `${lines.join('\n')}\n`);
  return startRedis(place, { configFile });
}
