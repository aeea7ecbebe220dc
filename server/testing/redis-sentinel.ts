import { type RedisServer, startRedisServer } from './redis-server.ts';

/** A real master with a replica, watched by three sentinels. */
export interface RedisSentinel {
  /** `redis+sentinel://` with every sentinel. */
  readonly url: string;
  readonly master: RedisServer;
  readonly replica: RedisServer;
  close(): Promise<void>;
}

const SENTINELS = 3;
const DOWN_AFTER_MS = 1_000;
const DEADLINE_MS = 30_000;

/** Starts them and waits until the sentinels know the replica and each other. */
export async function startRedisSentinel(): Promise<RedisSentinel> {
  const soon = ['--repl-diskless-sync-delay', '0'];
  const master = await startRedisServer({ args: soon });
  const replica = await startRedisServer({ args: [...soon, '--replicaof', `${master.host} ${master.port}`] });
  await waitUntil(async () => (await replica.command('INFO', 'replication')).includes('master_link_status:up'));
  const config = [
    `sentinel monitor votes ${master.host} ${master.port} 2`,
    `sentinel down-after-milliseconds votes ${DOWN_AFTER_MS}`,
    'sentinel failover-timeout votes 10000',
  ].join('\n');
  const sentinels = await Promise.all(
    Array.from({ length: SENTINELS }, () => startRedisServer({ sentinel: `${config}\n` })),
  );
  for (const sentinel of sentinels) {
    await waitUntil(async () => {
      return (await sentinel.command('INFO', 'sentinel')).includes(`slaves=1,sentinels=${SENTINELS}`);
    });
  }
  return {
    url: `redis+sentinel://${sentinels.map(({ host, port }) => `${host}:${port}`).join(',')}/votes`,
    master,
    replica,
    async close() {
      await Promise.all([...sentinels, replica, master].map((server) => server.close()));
    },
  };
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`the servers of a test did not meet within ${DEADLINE_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
