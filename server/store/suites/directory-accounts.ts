import { describe, expect, test } from 'vitest';
import { newAccount, randomText } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

export function describeAccounts(open: OpenFixture): void {
  describe('accounts', () => {
    const use = useFixture(open);

    test('an account is found by id and by username, by every handle', async () => {
      const account = newAccount({ username: 'Ünï-用户 🦊' });
      const second = await use.openSecond();
      expect(await second.directory.findAccount(account.id)).toBeNull();
      expect(await use.stores.directory.createAccount(account)).toBe('created');
      for (const { directory } of [use.stores, second]) {
        expect(await directory.findAccount(account.id)).toEqual(account);
        expect(await directory.findAccountByUsername(account.username)).toEqual(account);
      }
    });

    test('an unknown account is null', async () => {
      expect(await use.stores.directory.findAccount(randomText())).toBeNull();
      expect(await use.stores.directory.findAccountByUsername(randomText())).toBeNull();
    });

    test('all accounts are listed', async () => {
      const accounts = Array.from({ length: 5 }, () => newAccount());
      expect(await use.stores.directory.listAccounts()).toEqual([]);
      for (const account of accounts) await use.stores.directory.createAccount(account);
      const listed = await use.stores.directory.listAccounts();
      expect(listed).toHaveLength(5);
      expect(listed).toEqual(expect.arrayContaining(accounts));
    });

    test('a username is given once, and a refused account leaves nothing', async () => {
      const account = newAccount();
      const rival = newAccount({ username: account.username });
      await use.stores.directory.createAccount(account);
      expect(await use.stores.directory.createAccount(rival)).toBe('username_taken');
      expect(await use.stores.directory.findAccount(rival.id)).toBeNull();
      expect(await use.stores.directory.findAccountByUsername(account.username)).toEqual(account);
      expect(await use.stores.directory.listAccounts()).toEqual([account]);
    });

    test('two handles racing for a username: one gets it', async () => {
      const handles = [use.stores, await use.openSecond()];
      for (let round = 0; round < 10; round += 1) {
        const username = `user-${randomText()}`;
        const rivals = Array.from({ length: 10 }, () => newAccount({ username }));
        const answers = await Promise.all(
          rivals.map((rival, index) => handles[index % 2]!.directory.createAccount(rival)),
        );
        expect(answers.filter((answer) => answer === 'created')).toHaveLength(1);
        const winner = rivals[answers.indexOf('created')];
        expect(await handles[0]!.directory.findAccountByUsername(username)).toEqual(winner);
      }
      expect(await handles[1]!.directory.listAccounts()).toHaveLength(10);
    });

    test('the username of a deleted account is free again', async () => {
      const account = newAccount();
      await use.stores.directory.createAccount(account);
      expect(await use.stores.directory.deleteAccount(account.id)).toBe(true);
      const heir = newAccount({ username: account.username });
      expect(await use.stores.directory.createAccount(heir)).toBe('created');
      expect(await use.stores.directory.findAccountByUsername(account.username)).toEqual(heir);
    });
  });
}
