import { describe, expect, test } from 'vitest';
import { seedAccount } from '../suites/builders.ts';
import { useRedis } from '../suites/use-redis.ts';
import { slugsKey } from './keys.ts';
import { slugField } from './server-record.ts';

describe('a list of servers', () => {
  const use = useRedis();

  test('costs Redis two questions, however many it names', async () => {
    const stores = await use.open();
    const { accountId, serverIds } = await seedAccount(stores, 20);
    const [, ...servers] = await stores.directory.listServers(accountId);
    await use.server.command('CONFIG', 'RESETSTAT');
    const names = [{ id: serverIds[0]! }, ...servers.map(({ slug }) => ({ slug }))];
    const found = await stores.directory.findListedServers(accountId, names);
    expect(found.map((server) => server?.id)).toEqual(serverIds);
    const stats = await use.server.command('INFO', 'commandstats');
    // A slug that was given up while the question was on its way is nobody's.
    await use.server.command('HSET', slugsKey(accountId), slugField('given-up'), serverIds[0]!);
    expect(await stores.directory.findListedServers(accountId, [{ slug: 'given-up' }])).toEqual([null]);
    expect([...stats.matchAll(/cmdstat_(h\w+):calls=(\d+)/g)].map(([, ...call]) => call)).toEqual([['hmget', '2']]);
  });
});
