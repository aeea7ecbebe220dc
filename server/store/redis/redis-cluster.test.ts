import { afterAll, beforeAll } from 'vitest';
import { type RedisCluster, startRedisCluster } from '../../testing/redis-cluster.ts';
import { describeDirectoryStore } from '../suites/describe-directory-store.ts';
import { describeVoteStore } from '../suites/describe-vote-store.ts';
import { redisFixtures } from '../suites/open-redis-fixture.ts';

let cluster: RedisCluster;

beforeAll(async () => {
  cluster = await startRedisCluster();
}, 60_000);

afterAll(() => cluster.close());

const open = redisFixtures(async () => {
  for (const master of cluster.masters) await master.command('FLUSHALL');
  return cluster.url;
});

describeVoteStore('a Redis Cluster', open);
describeDirectoryStore('a Redis Cluster', open);
