import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newAccount, newKey, newServer, randomText, seedAccount } from '../suites/builders.ts';
import { useRedis } from '../suites/use-redis.ts';
import { openConnection, type RedisConnection } from './connection.ts';
import { createPointers, type Pointers } from './pointers.ts';
import { parseRedisUrl } from './redis-url.ts';

const LONG_AGO_MS = 11_000;

describe('a pointer to something unique', () => {
  const use = useRedis();
  let connection: RedisConnection;
  let pointers: Pointers;

  beforeEach(async () => {
    connection = await openConnection(parseRedisUrl(use.server.url), () => undefined);
    pointers = createPointers(connection);
  });

  afterEach(() => connection.close());

  const nobodyHolds = async () => false;
  const somebodyHolds = async () => true;

  test('is pending until it is confirmed, and then the owner’s', async () => {
    expect(await pointers.claim('p', 'one', nobodyHolds)).toBe('pending');
    expect(await pointers.claim('p', 'one', nobodyHolds)).toBe('pending');
    expect(await pointers.confirm('p', 'one')).toBe(true);
    expect(await pointers.claim('p', 'one', nobodyHolds)).toBe('confirmed');
    expect(await pointers.read('p')).toBe('one');
  });

  test('is refused to others while its owner has the thing or is about to write it', async () => {
    await pointers.claim('p', 'one', nobodyHolds);
    expect(await pointers.claim('p', 'two', nobodyHolds)).toBe('taken');
    await pointers.confirm('p', 'one');
    expect(await pointers.claim('p', 'two', somebodyHolds)).toBe('taken');
    expect(await pointers.read('p')).toBe('one');
  });

  test('of an owner that died before the write goes to the next one, and the dead one cannot confirm any more', async () => {
    await use.server.command('SET', 'p', `one ${Date.now() - LONG_AGO_MS}`);
    expect(await pointers.claim('p', 'two', nobodyHolds)).toBe('pending');
    expect(await pointers.confirm('p', 'one')).toBe(false);
    expect(await pointers.confirm('p', 'two')).toBe(true);
  });

  test('of an owner that died after the write stays the owner’s and is confirmed by the next one who asks', async () => {
    await use.server.command('SET', 'p', `one ${Date.now() - LONG_AGO_MS}`);
    expect(await pointers.claim('p', 'two', somebodyHolds)).toBe('taken');
    expect(await use.server.command('GET', 'p')).toBe('one');
  });

  test('to something that is gone goes to the next one, and of many who want it one gets it', async () => {
    await use.server.command('SET', 'p', 'gone');
    const owners = Array.from({ length: 20 }, () => randomText());
    const claims = await Promise.all(owners.map((owner) => pointers.claim('p', owner, nobodyHolds)));
    expect(claims.filter((claim) => claim === 'pending')).toHaveLength(1);
    expect(await pointers.read('p')).toBe(owners[claims.indexOf('pending')]);
  });

  test('that was reopened survives when the thing is written anew, and goes when it is not', async () => {
    await pointers.claim('p', 'one', nobodyHolds);
    await pointers.confirm('p', 'one');
    await pointers.reopen('p', 'one');
    await pointers.confirm('p', 'one');
    await pointers.release('p', 'one');
    expect(await pointers.read('p')).toBe('one');
    await pointers.reopen('p', 'one');
    await pointers.release('p', 'one');
    expect(await pointers.read('p')).toBeNull();
  });

  test('of another is neither released, dropped nor moved', async () => {
    await pointers.claim('p', 'one', nobodyHolds);
    await pointers.release('p', 'two');
    await pointers.drop('p', 'two');
    expect(await pointers.move('p', 'two', 'three')).toBe(false);
    expect(await pointers.read('p')).toBe('one');
  });
});

describe('a process that died between two steps', () => {
  const use = useRedis();
  const longAgo = () => String(Date.now() - LONG_AGO_MS);

  test('leaves a username that can be given', async () => {
    const stores = await use.open();
    await use.server.command('SET', 'username:mirelle', `acc_dead ${longAgo()}`);
    const account = newAccount({ username: 'mirelle' });
    expect(await stores.directory.findAccountByUsername('mirelle')).toBeNull();
    expect(await stores.directory.createAccount(account)).toBe('created');
    expect(await stores.directory.findAccountByUsername('mirelle')).toEqual(account);
  });

  test('leaves a server that is not there, and its id can be saved by another account', async () => {
    const stores = await use.open();
    const seeded = await seedAccount(stores);
    const draft = newServer();
    await use.server.command('SET', `owner:${draft.id}`, `acc_dead ${longAgo()}`);
    expect(await stores.directory.findServer(draft.id)).toBeNull();
    const [saved] = await stores.directory.saveServers(seeded.accountId, [draft]);
    expect(saved?.status).toBe('created');
    expect(await stores.directory.findServer(draft.id)).toMatchObject({ accountId: seeded.accountId });
  });

  test('leaves a saved server whose claim the repetition confirms', async () => {
    const stores = await use.open();
    const { accountId, serverIds } = await seedAccount(stores);
    const server = await stores.directory.findServer(serverIds[0]!);
    await use.server.command('SET', `owner:${server!.id}`, `${accountId} ${longAgo()}`);
    const [saved] = await stores.directory.saveServers(accountId, [server!]);
    expect(saved?.status).toBe('unchanged');
    expect(await use.server.command('GET', `owner:${server!.id}`)).toBe(accountId);
  });

  test('leaves a half deleted account that is not found, takes nothing, and is deleted whole by asking again', async () => {
    const stores = await use.open();
    const other = await seedAccount(stores);
    const before = await use.server.command('DBSIZE');
    const gone = await seedAccount(stores, 2);
    const key = newKey(gone.accountId);
    await stores.directory.saveKey(key);
    await use.server.command('HSET', `account:{${gone.accountId}}`, 'deleting', '1');
    expect(await stores.directory.findAccount(gone.accountId)).toBeNull();
    expect(await stores.directory.listAccounts()).toHaveLength(1);
    await expect(stores.directory.saveServers(gone.accountId, [newServer()])).rejects.toThrow(/no account/);
    await expect(stores.directory.saveKey(newKey(gone.accountId))).rejects.toThrow(/no account/);
    expect(await stores.directory.deleteAccount(gone.accountId)).toBe(true);
    expect(await use.server.command('DBSIZE')).toBe(before);
    expect(await stores.directory.findServer(other.serverIds[0]!)).not.toBeNull();
  });

  test('leaves a half deleted server that is deleted whole by asking again, also when it was made anew meanwhile', async () => {
    const stores = await use.open();
    const { accountId, serverIds, serverNums } = await seedAccount(stores);
    const id = serverIds[0]!;
    await use.server.command('HSET', 'deleting', id, `${accountId} 7`);
    await use.server.command('SET', `lock:{${accountId}}:7:left`, 'behind');
    expect(await stores.directory.deleteServer(id)).toBe(true);
    expect(await use.server.command('EXISTS', `lock:{${accountId}}:7:left`, 'deleting', `owner:${id}`)).toBe('0');
    expect(await stores.directory.findServer(id)).toBeNull();
    expect(await stores.directory.deleteServer(id)).toBe(false);
    expect(serverNums).toEqual([1]);
  });

  test('leaves a half moved server that is moved by asking again', async () => {
    const stores = await use.open();
    const from = await seedAccount(stores);
    const to = await seedAccount(stores);
    const id = from.serverIds[0]!;
    expect(await stores.directory.assignServer(id, to.accountId)).toBe('moved');
    await use.server.command('SET', `owner:${id}`, from.accountId);
    expect(await stores.directory.findServer(id)).toBeNull();
    expect(await stores.directory.assignServer(id, to.accountId)).toBe('moved');
    expect(await stores.directory.findServer(id)).toMatchObject({ accountId: to.accountId, num: 2 });
  });
});
