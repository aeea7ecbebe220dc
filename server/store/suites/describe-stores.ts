import { describe, expect, test } from 'vitest';
import { SecretMismatchError } from '../store-errors.ts';
import { newAttempt, seedAccount } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

/** What Stores promises beside its ports. */
export function describeStores(name: string, open: OpenFixture): void {
  describe(`Stores on ${name}`, () => {
    const use = useFixture(open);

    test('a healthy store is ready, has nothing to say and tells the bytes it uses', async () => {
      await seedAccount(use.stores);
      const health = await use.stores.checkHealth();
      expect(health).toMatchObject({ ready: true, notes: [] });
      expect(health.usedBytes).toBeGreaterThan(0);
    });

    test('the first secret is remembered, another one is refused by every handle with a cure', async () => {
      await use.stores.claimSecret(['first']);
      await use.stores.claimSecret(['first']);
      const second = await use.openSecond();
      await second.claimSecret(['first']);
      for (const stores of [use.stores, second]) {
        await expect(stores.claimSecret(['other'])).rejects.toThrow(SecretMismatchError);
        await expect(stores.claimSecret(['other', 'third'])).rejects.toThrow(/SECRET/);
      }
      await use.stores.claimSecret(['first']);
    });

    test('a secret is replaced by naming the new one before the old one', async () => {
      await use.stores.claimSecret(['old']);
      await use.stores.claimSecret(['new', 'old']);
      await use.stores.claimSecret(['new']);
      await expect(use.stores.claimSecret(['old'])).rejects.toThrow(SecretMismatchError);
    });

    test('two handles that claim different secrets at once: one is refused', async () => {
      const second = await use.openSecond();
      const answers = await Promise.allSettled([use.stores.claimSecret(['one']), second.claimSecret(['two'])]);
      expect(answers.map((answer) => answer.status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    test('closing waits for the votes that were begun, and they are kept', async () => {
      const second = await use.openSecond();
      const seeded = await seedAccount(use.stores);
      const casting = Array.from({ length: 20 }, () => second.votes.castVote(newAttempt(seeded)));
      await second.close();
      const outcomes = await Promise.all(casting);
      expect(outcomes.every((outcome) => outcome.status === 'counted')).toBe(true);
      expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([20]);
    });

    test('closing twice is harmless, and a closed store refuses', async () => {
      const second = await use.openSecond();
      const seeded = await seedAccount(use.stores);
      await second.close();
      await second.close();
      await expect(second.votes.castVote(newAttempt(seeded))).rejects.toThrow();
      await expect(second.directory.listAccounts()).rejects.toThrow();
      expect((await second.checkHealth()).ready).toBe(false);
    });
  });
}
