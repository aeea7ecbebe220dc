import { describe, expect, test, vi } from 'vitest';
import type { DirectoryChange } from '../directory-store.ts';
import type { Stores } from '../stores.ts';
import { newAccount, newAttempt, newKey, newServer, newSite, seedAccount } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

/** How long another handle may take to hear of a change. */
const HEARD_WITHIN_MS = 5_000;

export function describeDirectoryChanges(open: OpenFixture): void {
  describe('changes', () => {
    const use = useFixture(open);

    test('every kind of write is announced to this handle by the time it is answered', async () => {
      const seeded = await seedAccount(use.stores);
      const other = await seedAccount(use.stores);
      const { directory } = use.stores;
      const changes = listen(use.stores);
      const writes: readonly (() => Promise<unknown>)[] = [
        () => directory.createAccount(newAccount({ id: 'acc_fresh' })),
        () => directory.saveServers(seeded.accountId, [newServer()]),
        () => directory.saveKey(newKey(seeded.accountId)),
        () => directory.saveSite(newSite(seeded.accountId)),
        () => directory.assignServer(seeded.serverIds[0]!, other.accountId),
        () => directory.deleteServer(seeded.serverIds[0]!),
        () => directory.deleteAccount(seeded.accountId),
      ];
      const mine = ['acc_fresh', ...Array(4).fill(seeded.accountId), other.accountId, seeded.accountId];
      for (const [index, write] of writes.entries()) {
        changes.length = 0;
        await write();
        expect(changes.some((change) => concerns(change, mine[index]))).toBe(true);
      }
    });

    test('moving a server is announced to both accounts', async () => {
      const from = await seedAccount(use.stores);
      const to = await seedAccount(use.stores);
      const changes = listen(use.stores);
      await use.stores.directory.assignServer(from.serverIds[0]!, to.accountId);
      for (const { accountId } of [from, to]) {
        expect(changes.some((change) => concerns(change, accountId))).toBe(true);
      }
    });

    test('a write over one handle is announced over the other soon, though nobody asks it', async () => {
      const second = await use.openSecond();
      const changes = listen(second);
      const seeded = await seedAccount(use.stores);
      await heard(changes, seeded.accountId);
      changes.length = 0;
      await use.stores.directory.saveKey(newKey(seeded.accountId));
      await heard(changes, seeded.accountId);
      changes.length = 0;
      await use.stores.directory.deleteAccount(seeded.accountId);
      await heard(changes, seeded.accountId);
    });

    test('both handles hear each other while both write', async () => {
      const second = await use.openSecond();
      const [here, there] = [listen(use.stores), listen(second)];
      const [mine, theirs] = await Promise.all([seedAccount(use.stores), seedAccount(second)]);
      await Promise.all([heard(here, theirs.accountId), heard(there, mine.accountId)]);
    });

    test('votes announce nothing', async () => {
      const seeded = await seedAccount(use.stores);
      const changes = listen(use.stores);
      await use.stores.votes.castVote(newAttempt(seeded));
      await use.stores.directory.findServer(seeded.serverIds[0]!);
      expect(changes).toEqual([]);
    });
  });
}

function listen(stores: Stores): DirectoryChange[] {
  const changes: DirectoryChange[] = [];
  stores.directory.onChange((change) => changes.push(change));
  return changes;
}

function concerns(change: DirectoryChange, accountId: string | undefined): boolean {
  return change.accountId === null || change.accountId === accountId;
}

async function heard(changes: readonly DirectoryChange[], accountId: string): Promise<void> {
  await vi.waitFor(() => expect(changes.some((change) => concerns(change, accountId))).toBe(true), {
    timeout: HEARD_WITHIN_MS,
    interval: 10,
  });
}
