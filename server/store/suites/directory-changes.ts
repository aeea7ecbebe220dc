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

    test('every kind of write gives the account another revision, seen over every handle', async () => {
      const second = await use.openSecond();
      const { directory } = use.stores;
      const { accountId, serverIds } = await seedAccount(use.stores, 2);
      const other = await seedAccount(use.stores);
      const [key, site, server] = [newKey(accountId), newSite(accountId), newServer()];
      const seen: (string | null)[] = [];
      const note = async () => {
        const revision = await directory.findRevision(accountId);
        seen.push(revision);
        // The embedded store gives each process its own texts; what counts is that they change.
        return [revision, await second.directory.findRevision(accountId)];
      };
      let before = await note();
      for (const write of [
        () => directory.saveServers(accountId, [server]),
        () => directory.saveServers(accountId, [{ ...server, slug: 'other' }, newServer({ slug: 'other' })]),
        () => directory.saveKey(key),
        () => directory.saveKey({ ...key, expiresAtMs: 1 }),
        () => directory.saveSite(site),
        () => directory.saveSite({ ...site, origins: [] }),
        () => directory.assignServer(serverIds[0]!, other.accountId),
        () => directory.assignServer(other.serverIds[0]!, accountId),
        () => directory.deleteServer(serverIds[1]!),
      ]) {
        await write();
        const after = await note();
        for (const [index, revision] of after.entries()) expect(revision).not.toBe(before[index]);
        before = after;
      }
      expect(seen).not.toContain(null);
      expect(new Set(seen).size).toBe(seen.length);
    });

    test('votes, reads and writes that change nothing leave the revision as it is', async () => {
      const seeded = await seedAccount(use.stores);
      const { directory, votes } = use.stores;
      const server = (await directory.findServer(seeded.serverIds[0]!))!;
      const before = await directory.findRevision(seeded.accountId);
      await votes.castVote(newAttempt(seeded));
      await directory.saveServers(seeded.accountId, [server, newServer({ slug: server.slug })]);
      await directory.listServers(seeded.accountId);
      expect(await directory.findRevision(seeded.accountId)).toBe(before);
    });

    test('an account that is deleted and made again does not come back to a revision', async () => {
      const { directory } = use.stores;
      const account = newAccount();
      const seen: (string | null)[] = [];
      for (let time = 0; time < 3; time += 1) {
        await directory.createAccount(account);
        seen.push(await directory.findRevision(account.id));
        await directory.deleteAccount(account.id);
        seen.push(await directory.findRevision(account.id));
      }
      const known = seen.filter((revision) => revision !== null);
      expect(known.length).toBeGreaterThanOrEqual(3);
      expect(new Set(known).size).toBe(known.length);
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
