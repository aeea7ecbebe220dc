import { afterAll, beforeAll } from 'vitest';
import { type RedisServer, startRedisServer } from '../../testing/redis-server.ts';
import { describeStoreArchive } from './describe-store-archive.ts';
import { openEmbeddedFixture } from './open-embedded-fixture.ts';
import { redisFixtures } from './open-redis-fixture.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.close());

const DATABASES = 16;
let taken = 0;
const openRedisFixture = redisFixtures(async () => {
  taken = (taken + 1) % DATABASES;
  await server.command('-n', String(taken), 'FLUSHDB');
  return `${server.url}/${taken}`;
});

describeStoreArchive('the embedded store, moved to Redis', openEmbeddedFixture, openRedisFixture);
describeStoreArchive('Redis, moved to the embedded store', openRedisFixture, openEmbeddedFixture);
