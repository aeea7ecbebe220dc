import { openRedisStores } from '../redis/open-redis-stores.ts';
import type { Stores } from '../stores.ts';
import type { FixtureOptions, OpenFixture } from './store-fixture.ts';

/** Fixtures on a running Redis. `takeEmpty` gives the URL of an empty database that no other fixture uses. */
export function redisFixtures(takeEmpty: () => Promise<string>): OpenFixture {
  return async ({ clock, voteLogDays = 90 }: FixtureOptions) => {
    const redisUrl = await takeEmpty();
    const opened: Stores[] = [];
    const openOne = async () => {
      const stores = await openRedisStores({
        redisUrl,
        voteLogDays,
        clock,
        onWarning: (message, cause) => {
          throw new Error(message, { cause });
        },
      });
      opened.push(stores);
      return stores;
    };
    return {
      stores: await openOne(),
      openSecond: openOne,
      close: async () => {
        for (const stores of opened) await stores.close();
      },
    };
  };
}
