import { startRedisServer } from '../../testing/redis-server.ts';
import { redisFixtures } from '../suites/open-redis-fixture.ts';
import type { OpenFixture } from '../suites/store-fixture.ts';
import { describeVoteTimeZones } from '../suites/vote-time-zones.ts';

/** A Redis for each test, so that it runs in the time zone of the test as well. */
const open: OpenFixture = async (options) => {
  const server = await startRedisServer();
  const fixture = await redisFixtures(async () => server.url)(options);
  return {
    stores: fixture.stores,
    openSecond: () => fixture.openSecond(),
    close: async () => {
      await fixture.close();
      await server.close();
    },
  };
};

describeVoteTimeZones('Redis', open);
