import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startRedisCluster } from '../../testing/redis-cluster.ts';
import { type RedisServer, startRedisServer } from '../../testing/redis-server.ts';
import { checkOf, newAttempt, seedAccount } from '../suites/builders.ts';
import { importRecords, newBadge } from '../suites/content-builders.ts';
import { describeDirectoryStore } from '../suites/describe-directory-store.ts';
import { describeStoreArchive } from '../suites/describe-store-archive.ts';
import { describeStores } from '../suites/describe-stores.ts';
import { emptyDatabases } from '../suites/empty-databases.ts';
import { redisFixtures } from '../suites/open-redis-fixture.ts';
import { openRedisStores } from './open-redis-stores.ts';

const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url);
const LOGIN = 'server-vote:a-password-of-the-tests';

/** The command of the manual that makes the user. */
const RIGHTS = (/^ACL SETUSER server-vote .*$/m.exec(readFileSync(OPERATIONS, 'utf8'))?.[0] ?? '')
  .replace('PASSWORD', 'a-password-of-the-tests')
  .split(' ');

let server: RedisServer;
let url: string;

beforeAll(async () => {
  server = await startRedisServer({ args: ['--appendonly', 'yes'] });
  await server.command(...RIGHTS);
  url = server.url.replace('://', `://${LOGIN}@`);
});

afterAll(() => server.close());

const open = redisFixtures(emptyDatabases(() => ({ server, url })));

describeStores('Redis as the user of the manual', open);
describeDirectoryStore('Redis as the user of the manual', open);
describeStoreArchive('Redis as the user of the manual', open);

test('the user of the manual is denied nothing that votes, content, limits and deletions need', async () => {
  const stores = await openRedisStores({ redisUrl: url, voteLogDays: 90, onWarning: refuse });
  const seeded = await seedAccount(stores);
  const attempt = newAttempt(seeded);
  expect(await stores.votes.castVote(attempt)).toMatchObject({ status: 'counted' });
  expect((await stores.votes.checkVotes(checkOf(attempt))).servers).toMatchObject([{ votes: 1 }]);
  expect(await stores.votes.readLog(seeded.accountId, null, 10)).toHaveLength(1);
  expect(await stores.votes.readDays(seeded.accountId, 1)).toHaveLength(1);
  for (const records of [[newBadge(), newBadge()], [newBadge()]])
    await importRecords(stores.content, 'badges', records);
  const [load, script] = [['SCRIPT', 'LOAD'], "return redis.call('INCR', KEYS[1]) + redis.call('PTTL', KEYS[1])"];
  const sha = String(await stores.limiter?.send([...load, script]));
  expect(await stores.limiter?.send(['EVALSHA', sha, '1', 'limit:x'])).toBe(0);
  for (const command of ['DECR', 'DEL']) await stores.limiter?.send([command, 'limit:x']);
  await stores.directory.deleteAccount(seeded.accountId);
  await stores.close();
  expect(await server.command('ACL', 'LOG')).toBe('');
});

test('the user of the manual votes on a Cluster', async () => {
  const cluster = await startRedisCluster();
  onTestFinished(() => cluster.close());
  for (const master of cluster.masters) await master.command(...RIGHTS);
  const redisUrl = cluster.url.replace('://', `://${LOGIN}@`);
  const stores = await openRedisStores({ redisUrl, voteLogDays: 90, onWarning: refuse });
  onTestFinished(() => stores.close());
  expect(await stores.votes.castVote(newAttempt(await seedAccount(stores)))).toMatchObject({ status: 'counted' });
  for (const master of cluster.masters) expect(await master.command('ACL', 'LOG')).toBe('');
});

test('the user of the manual can neither empty Redis, nor change it, nor end it', async () => {
  const [user, password] = LOGIN.split(':') as [string, string];
  for (const words of ['FLUSHALL', 'CONFIG SET maxmemory 1', 'ACL LIST', 'SHUTDOWN', 'DEBUG SLEEP 0', 'KEYS *']) {
    const sent = server.command('--user', user, '--pass', password, '--no-auth-warning', ...words.split(' '));
    await expect(sent, words).rejects.toThrow(/NOPERM/);
  }
});

function refuse(message: string): never {
  throw new Error(message);
}
