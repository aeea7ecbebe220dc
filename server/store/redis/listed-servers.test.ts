import { describe, expect, test } from 'vitest';
import { seedAccount } from '../suites/builders.ts';
import { useRedis } from '../suites/use-redis.ts';
import { serversKey, slugsKey } from './keys.ts';
import { slugField } from './server-record.ts';

describe('a list of servers', () => {
  const use = useRedis();

  test('costs Redis two questions, and one more for each id', async () => {
    const stores = await use.open();
    const { accountId, serverIds } = await seedAccount(stores, 20);
    const [, ...servers] = await stores.directory.listServers(accountId);
    await use.server.command('CONFIG', 'RESETSTAT');
    const names = [{ id: serverIds[0]! }, ...servers.map(({ slug }) => ({ slug }))];
    const found = await stores.directory.findListedServers(accountId, names);
    expect(found.map((server) => server?.id)).toEqual(serverIds);
    const stats = await use.server.command('INFO', 'commandstats');
    const calls = [...stats.matchAll(/cmdstat_(h?m?get):calls=(\d+)/g)].map(([, ...call]) => call);
    expect(calls.sort()).toEqual([
      ['get', '1'],
      ['hmget', '2'],
    ]);
  });

  test('has no server by a slug that it gave up while the question was on its way', async () => {
    const stores = await use.open();
    const { accountId, serverIds } = await seedAccount(stores);
    await use.server.command('HSET', slugsKey(accountId), slugField('given-up'), serverIds[0]!);
    expect(await stores.directory.findListedServers(accountId, [{ slug: 'given-up' }])).toEqual([null]);
  });

  test('has no server whose move to the account broke off', async () => {
    const stores = await use.open();
    const { directory } = stores;
    const [owner, other] = [await seedAccount(stores), await seedAccount(stores)];
    const id = owner.serverIds[0]!;
    const record = await use.server.command('HGET', serversKey(owner.accountId), id);
    await use.server.command('HSET', serversKey(other.accountId), id, record);
    expect(await directory.findListedServers(other.accountId, [{ id }])).toEqual([null]);
    expect(await directory.findListedServers(owner.accountId, [{ id }])).toMatchObject([
      { id, accountId: owner.accountId },
    ]);
  });
});
