import { afterAll, beforeAll } from 'vitest';
import { type RedisServer, startRedisServer } from '../../testing/redis-server.ts';
import { describeDirectoryStore } from '../suites/describe-directory-store.ts';
import { describeStoreArchive } from '../suites/describe-store-archive.ts';
import { describeStores } from '../suites/describe-stores.ts';
import { describeVoteStore } from '../suites/describe-vote-store.ts';
import { emptyDatabases } from '../suites/empty-databases.ts';
import { openEmbeddedFixture } from '../suites/open-embedded-fixture.ts';
import { redisFixtures } from '../suites/open-redis-fixture.ts';

let server: RedisServer;

beforeAll(async () => {
  server = await startRedisServer({ args: ['--appendonly', 'yes'] });
});

afterAll(() => server.close());

const open = redisFixtures(emptyDatabases(() => ({ server, url: server.url })));

describeStores('one Redis', open);
describeVoteStore('one Redis', open);
describeDirectoryStore('one Redis', open);
describeStoreArchive('one Redis', open);
describeStoreArchive('the embedded store, copied to Redis', openEmbeddedFixture, open);
describeStoreArchive('Redis, copied to the embedded store', open, openEmbeddedFixture);
