import { expect, onTestFinished, test, vi } from 'vitest';
import { startFaultProxy } from '../../testing/fault-proxy.ts';
import { type RedisCluster, startRedisCluster } from '../../testing/redis-cluster.ts';
import { openConnection } from './connection.ts';
import { parseRedisUrl } from './redis-url.ts';

test('a Cluster whose nodes are slow to greet is open at once, and then every master of it is reached', async () => {
  const cluster = await startRedisCluster();
  onTestFinished(() => cluster.close());
  // Whoever asks for the nodes is answered before any of them has greeted, and they greet one after the other.
  const url = await behindSlowProxies(cluster, [15, 30, 60]);
  for (let opening = 1; opening <= 6; opening += 1) {
    const connection = await openConnection(parseRedisUrl(url), () => undefined);
    onTestFinished(() => connection.close());
    expect(connection.isReady()).toBe(true);
    expect(connection.masters().map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']);
  }
}, 60_000);

/** Puts a proxy before each master, by whose address all nodes and the URL then call it. */
async function behindSlowProxies(cluster: RedisCluster, delaysMs: readonly number[]): Promise<string> {
  const proxies = await Promise.all(cluster.masters.map((master) => startFaultProxy(master)));
  const addresses = proxies.map(({ host, port }) => `${host}:${port}`);
  for (const [index, proxy] of proxies.entries()) {
    onTestFinished(() => proxy.close());
    proxy.delayRequests(delaysMs[index]!, 'refresher');
    await cluster.masters[index]!.command('CONFIG', 'SET', 'cluster-announce-port', String(proxy.port));
  }
  for (const master of cluster.masters) {
    await vi.waitFor(
      async () => {
        const slots = await master.command('CLUSTER', 'SLOTS');
        for (const { port } of proxies) expect(slots).toContain(String(port));
      },
      { timeout: 30_000, interval: 50 },
    );
  }
  return `redis+cluster://${addresses.join(',')}`;
}
