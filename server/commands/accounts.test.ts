import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';

let cli: TestCli;

beforeEach(async () => {
  cli = await createTestCli();
});

afterEach(() => cli.close());

describe('accounts create', () => {
  test('prints the id of the new account, for a person and as JSON', async () => {
    const made = await cli.json(['accounts', 'create', '--username', 'mirelle']);
    expect(made).toEqual({ accountId: expect.stringMatching(/^acc_[0-9a-z]{6}$/), username: 'mirelle' });
    const { code, stdout, stderr } = await cli.run(['accounts', 'create', '--username', 'o/Brian "B" 100%']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Account {3}acc_[0-9a-z]{6}\nUsername {2}o\/Brian "B" 100%\n$/);
  });

  test('a username that is taken is refused, and nothing is created', async () => {
    await cli.json(['accounts', 'create', '--username', 'mirelle']);
    expect(await cli.run(['accounts', 'create', '--username', ' mirelle '])).toEqual({
      code: 1,
      stdout: '',
      stderr: '--username "mirelle" is taken; choose another.\n',
    });
    expect((await cli.json(['accounts', 'list'])).accounts).toHaveLength(1);
  });

  test.each([
    [' ', '--username must have 1 to 64 characters.\n'],
    ['x'.repeat(65), '--username must have 1 to 64 characters.\n'],
    ['a\u200bb', '--username must not contain control or invisible characters.\n'],
    ['acc_7k2m9x', '--username must not look like the id of an account; choose another name.\n'],
  ])('the username %j is refused with what is right', async (username, stderr) => {
    expect(await cli.run(['accounts', 'create', '--username', username])).toEqual({ code: 2, stdout: '', stderr });
  });
});

describe('accounts list', () => {
  test('says how to begin when there is none', async () => {
    expect(await cli.run(['accounts', 'list'])).toMatchObject({
      code: 0,
      stdout: 'No accounts yet; make one with `server-vote accounts create --username NAME`.\n',
    });
    expect(await cli.json(['accounts', 'list'])).toEqual({ accounts: [] });
  });

  test('lists id, name and time of creation', async () => {
    const now = () => Date.UTC(2026, 10, 28, 10);
    const { accountId } = await cli.json(['accounts', 'create', '--username', 'mirelle'], { now });
    const { stdout } = await cli.run(['accounts', 'list']);
    expect(stdout).toBe(`ACCOUNT     USERNAME  CREATED\n${accountId}  mirelle   2026-11-28T10:00:00.000Z\n`);
  });
});

describe('accounts delete', () => {
  test('takes everything of the account with it, named by id or username, and leaves the others', async () => {
    await cli.json(['accounts', 'create', '--username', 'mirelle']);
    const { accountId } = await cli.json(['accounts', 'create', '--username', 'tom']);
    await cli.json(['servers', 'create', '--account', 'tom', '--name', 'Aurora']);
    await cli.json(['keys', 'create', '--account', 'tom', '--kind', 'vote']);
    await cli.json(['sites', 'create', '--account', 'tom', '--name', 'Shop', '--origin', 'https://shop.example']);
    expect(await cli.json(['accounts', 'delete', 'tom', '--yes'])).toEqual({
      deleted: true,
      accountId,
      servers: 1,
      keys: 1,
      sites: 1,
    });
    expect((await cli.json(['accounts', 'list'])).accounts).toMatchObject([{ username: 'mirelle' }]);
    expect(await cli.json(['servers', 'list'])).toEqual({ servers: [] });
    expect(await cli.json(['keys', 'list'])).toEqual({ keys: [] });
    expect(await cli.json(['sites', 'list'])).toEqual({ sites: [] });
  });

  test('asks on a terminal with what would go, and deletes nothing unless the answer is yes', async () => {
    const { accountId } = await cli.json(['accounts', 'create', '--username', 'tom']);
    for (const typed of ['\n', 'no\n', 'yesterday\n', '']) {
      const refused = await cli.run(['accounts', 'delete', 'tom'], { typed });
      expect(refused.code).toBe(1);
      expect(refused.stdout).toBe('');
      expect(refused.stderr).toContain(`Delete account tom (${accountId}) with 0 servers, 0 keys, 0 sites`);
      expect(refused.stderr).toContain('Nothing was deleted.');
    }
    expect((await cli.run(['accounts', 'delete', 'tom'], { typed: 'y\n' })).code).toBe(0);
    expect(await cli.json(['accounts', 'list'])).toEqual({ accounts: [] });
  });

  test('without a terminal it needs --yes', async () => {
    await cli.json(['accounts', 'create', '--username', 'tom']);
    const { code, stderr } = await cli.run(['accounts', 'delete', 'tom']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/Add --yes to confirm; there is no terminal to ask on\.\n$/);
    expect((await cli.json(['accounts', 'list'])).accounts).toHaveLength(1);
  });

  test('an account that is not there is refused', async () => {
    expect(await cli.run(['accounts', 'delete', 'nobody', '--yes'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'ACCOUNT "nobody" is no account\'s id or username; `server-vote accounts list` shows them.\n',
    });
  });
});
