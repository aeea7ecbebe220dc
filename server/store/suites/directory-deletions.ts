import { describe, expect, test } from 'vitest';
import type { ArchiveRecord } from '../store-archive.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import type { Stores } from '../stores.ts';
import { again, checkOf, DAY_MS, newAttempt, newKey, newServer, newSite, seedAccount } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

export function describeDeletions(open: OpenFixture): void {
  describe('deletions', () => {
    const use = useFixture(open);

    test('deleting an account leaves nothing of it and everything of others', async () => {
      const other = await seedFully(use.stores);
      const kept = await readAll(use.stores);
      const gone = await seedFully(use.stores);
      expect((await readAll(use.stores)).length).toBeGreaterThan(kept.length);
      expect(await use.stores.directory.deleteAccount(gone.accountId)).toBe(true);
      expect(await readAll(use.stores)).toEqual(kept);
      const { directory, votes } = use.stores;
      expect(await directory.findAccount(gone.accountId)).toBeNull();
      expect(await directory.findServer(gone.serverIds[0]!)).toBeNull();
      expect(await directory.findKeyByHash(gone.key.hash)).toBeNull();
      expect(await directory.findSite(gone.site.id)).toBeNull();
      expect(await directory.listServers(gone.accountId)).toEqual([]);
      expect(await votes.readTotals(gone.accountId, gone.serverNums)).toEqual([0, 0]);
      expect(await votes.readLog(gone.accountId, null, 100)).toEqual([]);
      expect(await votes.readDays(gone.accountId, gone.serverNums[0]!)).toEqual([]);
      expect(await directory.findKeyByHash(other.key.hash)).toEqual(other.key);
      expect(await votes.readLog(other.accountId, null, 100)).toHaveLength(4);
    });

    test('an account that is not there cannot be deleted', async () => {
      const { accountId } = await seedAccount(use.stores);
      expect(await use.stores.directory.deleteAccount('acc_nobody')).toBe(false);
      await use.stores.directory.deleteAccount(accountId);
      expect(await use.stores.directory.deleteAccount(accountId)).toBe(false);
    });

    test('ids of a deleted account are free again', async () => {
      const gone = await seedFully(use.stores);
      await use.stores.directory.deleteAccount(gone.accountId);
      const heir = await seedAccount(use.stores);
      const draft = newServer({ id: gone.serverIds[0]! });
      const [saved] = await use.stores.directory.saveServers(heir.accountId, [draft]);
      expect(saved).toMatchObject({ status: 'created' });
      await use.stores.directory.saveKey({ ...gone.key, accountId: heir.accountId });
      expect(await use.stores.directory.findKeyByHash(gone.key.hash)).toMatchObject({ accountId: heir.accountId });
    });

    test('deleting a server takes its votes, locks and log entries and leaves those of its neighbours', async () => {
      const seeded = await seedAccount(use.stores, 2);
      const [goneNum, keptNum] = seeded.serverNums;
      const voted = newAttempt(seeded, { serverNum: keptNum! });
      for (let round = 0; round < 5; round += 1) {
        await use.stores.votes.castVote(newAttempt(seeded, { serverNum: goneNum!, username: 'mirelle' }));
        await use.stores.votes.castVote(again(voted, { voters: [`${voted.voters[0]}${round}`] }));
      }
      use.clock.advance(DAY_MS);
      await use.stores.votes.castVote(newAttempt(seeded, { serverNum: goneNum! }));
      await use.stores.votes.castVote(voted);
      expect(await use.stores.votes.readDays(seeded.accountId, goneNum!)).toHaveLength(2);
      expect(await use.stores.directory.deleteServer(seeded.serverIds[0]!)).toBe(true);
      expect(await use.stores.directory.deleteServer(seeded.serverIds[0]!)).toBe(false);
      expect(await use.stores.directory.findServer(seeded.serverIds[0]!)).toBeNull();
      expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([0, 6]);
      expect(await use.stores.votes.readDays(seeded.accountId, goneNum!)).toEqual([]);
      const log = await use.stores.votes.readLog(seeded.accountId, null, 100);
      expect(log.map((entry) => entry.serverNum)).toEqual(Array(6).fill(keptNum));
      expect((await use.stores.votes.castVote(again(voted))).status).toBe('already_voted');
      const left = await readAll(use.stores);
      expect(left.filter((record) => mentions(record, seeded.accountId, goneNum!))).toEqual([]);
    });

    test('a vote for a server or an account that another handle has just deleted is refused and leaves nothing', async () => {
      const { votes } = use.stores;
      const second = await use.openSecond();
      const seeded = await seedAccount(use.stores, 2);
      const [goneNum, leftNum] = seeded.serverNums;
      await votes.castVote(newAttempt(seeded, { serverNum: goneNum! }));
      await second.directory.deleteServer(seeded.serverIds[0]!);
      const late = newAttempt(seeded, { serverNum: goneNum!, username: 'mirelle' });
      await expect(votes.castVote(late)).rejects.toThrow(StoreUnavailableError);
      expect(await votes.readLog(seeded.accountId, null, 10)).toEqual([]);
      expect(await votes.castVote(again(late, { serverNum: leftNum! }))).toMatchObject({ status: 'counted', votes: 1 });
      await second.directory.deleteAccount(seeded.accountId);
      await expect(votes.castVote(newAttempt(seeded, { serverNum: leftNum! }))).rejects.toThrow(StoreUnavailableError);
      expect(await readAll(use.stores)).toEqual([]);
    });

    test('a server that was deleted and created again starts without votes and locks', async () => {
      const seeded = await seedAccount(use.stores);
      const attempt = newAttempt(seeded);
      await use.stores.votes.castVote(attempt);
      const before = await use.stores.directory.findServer(seeded.serverIds[0]!);
      await use.stores.directory.deleteServer(before!.id);
      const { id, slug, name, description, image, createdAt } = before!;
      const draft = { id, slug, name, description, image, createdAt };
      const [saved] = await use.stores.directory.saveServers(seeded.accountId, [draft]);
      expect(saved).toMatchObject({ status: 'created', server: { num: 2 } });
      const next = again(attempt, { serverNum: 2 });
      expect((await use.stores.votes.checkVotes(checkOf(next))).servers).toEqual([{ nextVoteAtMs: null, votes: 0 }]);
      expect(await use.stores.votes.castVote(next)).toMatchObject({ status: 'counted', votes: 1 });
    });

    test('in a list a server that was deleted meanwhile has no votes, and the others keep theirs', async () => {
      const seeded = await seedAccount(use.stores, 3);
      const [first = 0, gone = 0, third = 0] = seeded.serverNums;
      const attempts = [first, gone, third].map((serverNum) => newAttempt(seeded, { serverNum }));
      for (const attempt of attempts) await use.stores.votes.castVote(attempt);
      await use.stores.directory.deleteServer(seeded.serverIds[1]!);
      const question = { ...checkOf(newAttempt(seeded)), serverNums: [first, gone, third] };
      const votesOf = async () => (await use.stores.votes.checkVotes(question)).servers.map(({ votes }) => votes);
      expect(await votesOf()).toEqual([1, 0, 1]);
      await use.stores.directory.deleteAccount(seeded.accountId);
      expect(await votesOf()).toEqual([0, 0, 0]);
    });

    test('an account with thousands of votes is deleted whole', { timeout: 60_000 }, async () => {
      const seeded = await seedAccount(use.stores);
      for (let round = 0; round < 25; round += 1) {
        const attempts = Array.from({ length: 200 }, () => newAttempt(seeded, { votesPerMinute: 100_000 }));
        await Promise.all(attempts.map((attempt) => use.stores.votes.castVote(attempt)));
      }
      expect(await use.stores.directory.deleteAccount(seeded.accountId)).toBe(true);
      expect(await readAll(use.stores)).toEqual([]);
    });
  });
}

/** An account with two servers, a key, a site, four votes and a running lock. */
async function seedFully(stores: Stores) {
  const seeded = await seedAccount(stores, 2);
  const key = newKey(seeded.accountId);
  const site = newSite(seeded.accountId);
  await stores.directory.saveKey(key);
  await stores.directory.saveSite(site);
  for (const serverNum of seeded.serverNums) {
    await stores.votes.castVote(newAttempt(seeded, { serverNum, username: 'mirelle', keyId: key.id }));
    await stores.votes.castVote(newAttempt(seeded, { serverNum, via: 'hosted', keyId: site.keyId }));
  }
  return { ...seeded, key, site };
}

/** In an order of its own, because a store may tell of locks in any. */
async function readAll(stores: Stores): Promise<ArchiveRecord[]> {
  const records: (readonly [string, ArchiveRecord])[] = [];
  for await (const record of stores.archive.dump()) records.push([JSON.stringify(record), record]);
  return records.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, record]) => record);
}

function mentions(record: ArchiveRecord, accountId: string, serverNum: number): boolean {
  if (record.type === 'vote') return record.accountId === accountId && record.vote.serverNum === serverNum;
  if (record.type === 'lock') return record.lock.accountId === accountId && record.lock.serverNum === serverNum;
  if (record.type === 'server') return record.server.accountId === accountId && record.server.num === serverNum;
  if (record.type === 'total' || record.type === 'day') {
    return record.accountId === accountId && record.serverNum === serverNum;
  }
  return false;
}
