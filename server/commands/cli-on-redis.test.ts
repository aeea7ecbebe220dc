import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findFreePort } from '../testing/free-port.ts';
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';
import { pepperOf } from '../vote/pepper.ts';

const SECRET = 'a secret of the tests with 32 letters';
let redis: RedisServer;
let cli: TestCli;

beforeAll(async () => {
  redis = await startRedisServer({ appendOnly: true });
});

afterAll(() => redis.close());

beforeEach(async () => {
  await redis.command('FLUSHALL');
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  cli = await createTestCli({
    REDIS_URL: redis.url,
    SECRET,
    PUBLIC_URL: 'https://votes.example.com',
    TRUST_PROXY: '1',
  });
});

afterEach(() => cli.close());

test('every noun works on Redis as on the embedded store', async () => {
  const { accountId } = await cli.json(['accounts', 'create', '--username', 'mirelle']);
  await cli.json(['accounts', 'create', '--username', 'tom']);
  const file = join(cli.folder, 'servers.ndjson');
  const rows = Array.from({ length: 300 }, (_, n) => ({ id: randomUUID(), slug: `s${n}`, name: `Server ${n}` }));
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  const imported = () => cli.json(['import', file, '--account', 'mirelle']);
  expect((await imported()).files).toMatchObject([{ created: 300, unchanged: 0 }]);
  expect((await imported()).files).toMatchObject([{ created: 0, unchanged: 300 }]);
  const { keyId } = await cli.json(['keys', 'create', '--account', 'mirelle', '--kind', 'vote', '--attest']);
  await cli.json(['keys', 'rotate', String(keyId)]);
  await cli.json(['sites', 'create', '--account', 'mirelle', '--name', 'Shop', '--origin', 'https://shop.example']);
  expect((await cli.json(['servers', 'list'])).servers).toMatchObject(rows);
  expect((await cli.json(['keys', 'list'])).keys).toHaveLength(2);
  await cli.json(['servers', 'update', 's1', '--name', 'New']);
  expect(await cli.json(['servers', 'assign', 's1', '--to', 'tom'])).toMatchObject({ name: 'New' });
  expect(await cli.json(['stats', '--server', 's2'])).toMatchObject({ total: 0 });
  expect(await cli.json(['export', 'votes', '--server', 's2'])).toEqual([]);
  const deleted = await cli.json(['accounts', 'delete', 'mirelle', '--yes']);
  expect(deleted).toEqual({ deleted: true, accountId, servers: 299, keys: 2, sites: 1 });
  expect((await cli.json(['servers', 'list'])).servers).toMatchObject([{ slug: 's1' }]);
});

describe('a deletion that breaks off', () => {
  test('says how to go on, and going on leaves nothing behind', async () => {
    const { accountId } = await cli.json(['accounts', 'create', '--username', 'mirelle']);
    await cli.json(['servers', 'create', '--name', 'Aurora']);
    await redis.command('ACL', 'SETUSER', 'default', '-unlink');
    const broken = await cli.run(['accounts', 'delete', 'mirelle', '--yes']);
    await redis.command('ACL', 'SETUSER', 'default', '+unlink');
    expect([broken.code, broken.stdout]).toEqual([1, '']);
    expect(broken.stderr).toMatch(
      /^Account acc_\w{6} may be deleted in part \([^\n]*\); run [^\n]* until it is done\.\n$/,
    );
    expect(broken.stderr).toContain(`\`server-vote accounts delete ${accountId} --yes\``);
    expect(await cli.json(['accounts', 'delete', String(accountId), '--yes'])).toEqual({ deleted: true, accountId });
    expect(await redis.command('KEYS', `*${accountId}*`)).toBe('');
    expect(await cli.run(['accounts', 'delete', String(accountId), '--yes'])).toMatchObject({ code: 1 });
  });
});

describe('doctor', () => {
  const findings = async () => {
    const { code, stdout } = await cli.run(['doctor', '--json']);
    return {
      code,
      levels: JSON.parse(stdout).findings.map((found: Record<string, string>) => `${found.check} ${found.level}`),
      text: stdout,
    };
  };

  test('finds a well kept Redis well', async () => {
    await cli.withStores((stores) => stores.claimSecret(pepperOf([SECRET]).fingerprints));
    expect(await findings()).toMatchObject({
      code: 0,
      levels: ['configuration ok', 'public url ok', 'proxy ok', 'store ok', 'clock ok', 'memory ok', 'secret ok'],
    });
  });

  test('fails on another secret, and on a policy that evicts', async () => {
    await cli.withStores((stores) => stores.claimSecret(['another']));
    expect(await findings()).toMatchObject({ code: 1, levels: expect.arrayContaining(['secret fail']) });
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    await redis.command('CONFIG', 'SET', 'maxmemory', '100mb');
    const { code, levels, text } = await findings();
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    expect([code, levels]).toEqual([1, expect.arrayContaining(['store fail'])]);
    expect(text).toContain('noeviction');
  });

  test('warns of memory used to 80 % and of votes that a crash could lose', async () => {
    const used = Number(/used_memory:(\d+)/.exec(await redis.command('INFO', 'memory'))?.[1]);
    await redis.command('CONFIG', 'SET', 'maxmemory', String(Math.round(used / 0.9)));
    await redis.command('CONFIG', 'SET', 'appendonly', 'no');
    const { code, levels, text } = await findings();
    await redis.command('CONFIG', 'SET', 'appendonly', 'yes');
    expect([code, levels]).toEqual([0, expect.arrayContaining(['store warn', 'secret ok'])]);
    expect(text).toContain('80 %');
    expect(text).toContain('appendonly');
  });
});

describe('a Redis that is away', () => {
  test('is one line with what to look at, exit 1, for every command', async () => {
    const env = { REDIS_URL: `redis://:hunter2@127.0.0.1:${await findFreePort()}` };
    for (const args of [
      ['accounts', 'list'],
      ['servers', 'create', '--name', 'X'],
      ['stats', '--server', 'x', '--json'],
    ]) {
      const { code, stdout, stderr } = await cli.run(args, { env });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^[^\n]*REDIS_URL[^\n]*\n$/);
      expect(stderr).toMatch(/see that it runs, and that REDIS_URL is right\. `server-vote doctor` tells more\.\n$/);
      expect(stderr).not.toMatch(/\.[.;]|hunter2/);
    }
  });

  test('is a finding of doctor, exit 1', async () => {
    const env = { REDIS_URL: `redis://127.0.0.1:${await findFreePort()}` };
    const { code, stdout } = await cli.run(['doctor'], { env });
    expect(code).toBe(1);
    expect(stdout).toMatch(/store +fail +Redis cannot be reached/);
  });

  test('without SECRET the line says so before anything is opened', async () => {
    const { code, stderr } = await cli.run(['accounts', 'list'], { env: { SECRET: '' } });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^SECRET must be set with REDIS_URL/)]);
  });
});
