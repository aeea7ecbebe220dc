import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import type { StoreHealth } from '../store/stores.ts';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';
import { loadPepper, pepperOf } from '../vote/pepper.ts';
import { diagnoseAddresses, diagnoseHealth, diagnoseSecret } from './diagnose.ts';

const SECRET = 'a secret of the tests with 32 letters';
const env = { PUBLIC_URL: 'https://votes.example.com', TRUST_PROXY: '1' };
const healthy = { ready: true, notes: [], skewMs: 0, usedBytes: null, maxBytes: null };
let cli: TestCli;

beforeEach(async () => {
  cli = await createTestCli(env);
});

afterEach(() => cli.close());

describe('doctor', () => {
  test('finds a store in use well, and says so line by line', async () => {
    const pepper = await loadPepper({ secrets: null, dataDir: cli.dataDir });
    await cli.withStores((stores) => stores.claimSecret(pepper.fingerprints));
    const report = await cli.json(['doctor']);
    expect(report).toEqual({
      healthy: true,
      findings: [
        { check: 'configuration', level: 'ok', message: 'Every variable is valid.' },
        { check: 'public url', level: 'ok', message: 'https://votes.example.com' },
        { check: 'proxy', level: 'ok', message: expect.stringContaining('1 hop') },
        { check: 'store', level: 'ok', message: 'The embedded store takes votes.' },
        { check: 'disk', level: 'ok', message: '1 MiB in DATA_DIR.' },
        { check: 'secret', level: 'ok', message: 'The one that this store was made with.' },
      ],
    });
    const { code, stdout } = await cli.run(['doctor']);
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^CHECK +FINDING$/);
  });

  test('leaves a folder without a store as it is', async () => {
    expect((await cli.json(['doctor'])).findings).toContainEqual({
      check: 'store',
      level: 'warn',
      message: `DATA_DIR ${cli.dataDir} holds no store yet; the first start makes one.`,
    });
    expect(await readdir(cli.folder)).toEqual([]);
  });

  test('fails on a secret that is not the one of the store, and on one that is gone', async () => {
    const pepper = await loadPepper({ secrets: null, dataDir: cli.dataDir });
    await cli.withStores((stores) => stores.claimSecret(pepper.fingerprints));
    const other = await cli.run(['doctor', '--json'], { env: { SECRET } });
    expect(other.code).toBe(1);
    expect(JSON.parse(other.stdout)).toMatchObject({ healthy: false });
    expect(other.stdout).toContain('SECRET is not the one that this store was made with');
    await rm(join(cli.dataDir, 'secret'));
    const gone = await cli.run(['doctor']);
    expect(gone.code).toBe(1);
    expect(gone.stdout).toMatch(/secret +fail +DATA_DIR\/secret is missing: restore it/);
    expect(await readdir(cli.dataDir)).not.toContain('secret');
  });

  test('asking binds the store to no secret', async () => {
    await cli.json(['accounts', 'list']);
    await cli.json(['doctor'], { env: { SECRET } });
    await cli.withStores((stores) =>
      stores.claimSecret(pepperOf(['another secret, also of 32 characters']).fingerprints),
    );
  });

  test('warns of a secret that others can read', async () => {
    await mkdir(cli.dataDir);
    const path = join(cli.dataDir, 'secret');
    await writeFile(path, SECRET);
    await chmod(path, 0o644);
    expect((await cli.run(['doctor'])).stdout).toContain(`chmod 600 ${path}`);
  });

  test('a wrong configuration is a finding, exit 1', async () => {
    const { code, stdout } = await cli.run(['doctor', '--json'], { env: { TRUST_PROXY: 'true' } });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      healthy: false,
      findings: [{ check: 'configuration', level: 'fail', message: expect.stringMatching(/^TRUST_PROXY must be/) }],
    });
  });

  test('a store that cannot be opened is a finding, exit 1', async () => {
    await mkdir(cli.dataDir);
    for (const name of ['server-vote.db', 'votes.db']) await writeFile(join(cli.dataDir, name), 'this is no database');
    const { code, stdout } = await cli.run(['doctor']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/store +fail +\S/);
  });
});

describe('what is found', () => {
  const addresses = (vars: Record<string, string>) =>
    diagnoseAddresses(readConfig(vars), vars.PUBLIC_URL !== undefined).map(({ check, level }) => [check, level]);

  test('PUBLIC_URL should be set, and https unless it is this machine', () => {
    expect(addresses({})[0]).toEqual(['public url', 'warn']);
    expect(addresses({ PUBLIC_URL: 'http://votes.example.com' })[0]).toEqual(['public url', 'warn']);
    expect(addresses({ PUBLIC_URL: 'http://localhost:3000' })[0]).toEqual(['public url', 'ok']);
    expect(addresses({ PUBLIC_URL: 'https://votes.example.com' })[0]).toEqual(['public url', 'ok']);
  });

  test('https without TRUST_PROXY is a warning, since https is made by a proxy', () => {
    expect(addresses({ PUBLIC_URL: 'https://votes.example.com' })[1]).toEqual(['proxy', 'warn']);
    expect(addresses({ PUBLIC_URL: 'https://votes.example.com', TRUST_PROXY: '10.0.0.0/8' })[1]).toEqual([
      'proxy',
      'ok',
    ]);
    expect(addresses({})[1]).toEqual(['proxy', 'ok']);
  });

  test('clock and memory are shown while they are well; after that the notes of the store speak of them', () => {
    const levels = (health: Partial<StoreHealth>) =>
      diagnoseHealth({ ...healthy, ...health }, 'redis').map(({ check, level }) => `${check} ${level}`);
    expect(levels({ skewMs: -3 })).toEqual(['store ok', 'clock ok']);
    expect(levels({ usedBytes: 79, maxBytes: 100 })).toEqual(['store ok', 'clock ok', 'memory ok']);
    expect(levels({ usedBytes: 79, maxBytes: null })).toEqual(['store ok', 'clock ok', 'memory ok']);
    expect(levels({ skewMs: 10_001, usedBytes: 80, maxBytes: 100, notes: ['clock', 'memory'] })).toEqual([
      'store warn',
      'store warn',
    ]);
  });

  test("the store's own notes are warnings while it takes votes, else failures", () => {
    const notes = ['maxmemory-policy is allkeys-lru: set it to noeviction.'];
    expect(diagnoseHealth({ ...healthy, notes }, 'redis')[0]).toEqual({
      check: 'store',
      level: 'warn',
      message: notes[0],
    });
    expect(diagnoseHealth({ ...healthy, ready: false, notes }, 'redis')[0]).toMatchObject({ level: 'fail' });
    expect(diagnoseHealth({ ...healthy, ready: false }, 'redis')[0]).toMatchObject({ check: 'store', level: 'fail' });
  });

  test('a secret under rotation is well when either is the one of the store', () => {
    expect(diagnoseSecret(['new', 'old'], ['old']).level).toBe('ok');
    expect(diagnoseSecret(['new'], ['old']).level).toBe('fail');
    expect(diagnoseSecret(['new'], []).level).toBe('ok');
    expect(diagnoseSecret(null, []).level).toBe('ok');
    expect(diagnoseSecret(null, ['old']).level).toBe('fail');
  });
});
