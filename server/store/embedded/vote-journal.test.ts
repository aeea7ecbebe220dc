import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { DAY_MS, newAttempt, type SeededAccount, seedAccount } from '../suites/builders.ts';
import { openEmbeddedFixture, withJournalOf } from '../suites/open-embedded-fixture.ts';
import type { PlacedFixture } from '../suites/store-fixture.ts';
import { SuiteClock } from '../suites/suite-clock.ts';
import type { VoteStore } from '../vote-store.ts';
import { DatabaseFile } from './database-file.ts';
import type { LogValues } from './log-rows.ts';
import { VoteJournal } from './vote-journal.ts';

describe('the journal', () => {
  test('holds nothing of a server or an account that was deleted', async () => {
    await withJournalOf(1_000, async (fixture) => {
      const { votes, directory } = fixture.stores;
      const one = await seedAccount(fixture.stores, 2);
      const other = await seedAccount(fixture.stores);
      const file = readFileOf(fixture);
      const cast = (seeded: SeededAccount, serverNum: number, username: string) =>
        votes.castVote(newAttempt(seeded, { serverNum, username }));
      await cast(one, 1, 'of_a_server');
      await cast(one, 2, 'that_stays');
      await cast(other, 1, 'of_an_account');
      expect(file.journal()).toMatch(/of_a_server.*that_stays.*of_an_account/);
      expect(file.count('votes')).toBe(0);
      await directory.deleteServer(one.serverIds[0]!);
      expect([file.journal(), file.count('votes')]).toEqual(['[]', 2]);
      await cast(other, 1, 'of_an_account_too');
      await directory.deleteAccount(other.accountId);
      expect([file.journal(), file.count('votes')]).toEqual(['[]', 1]);
      file.close();
    });
  });

  test('moves no vote of an account whose deletion another process was killed in', async () => {
    await withJournalOf(1, async (fixture) => {
      const gone = await seedAccount(fixture.stores);
      const kept = await seedAccount(fixture.stores);
      await fixture.stores.votes.castVote(newAttempt(gone));
      const file = new Database(join(fixture.place.dataDir, 'server-vote.db'));
      for (const table of ['keys', 'servers', 'moved_totals']) file.exec(`DELETE FROM ${table} WHERE account = 1`);
      file.exec('DELETE FROM accounts WHERE num = 1');
      for (let votes = 0; votes < 5; votes += 1) await fixture.stores.votes.castVote(newAttempt(kept));
      const accounts = file.prepare<[], number>('SELECT DISTINCT account FROM votes').pluck().all();
      expect(accounts).toEqual([2]);
      file.close();
    });
  });

  test('passes over what was moved, though the log has been trimmed since', async () => {
    const clock = new SuiteClock();
    const options = { clock: () => clock.nowMs, housekeeping: false, voteLogDays: 1, gatheredVotes: 1_000 };
    const fixture = await openEmbeddedFixture(options);
    const seeded = await seedAccount(fixture.stores);
    const cast = (votes: VoteStore) => votes.castVote(newAttempt(seeded));
    for (let votes = 0; votes < 3; votes += 1) await cast(fixture.stores.votes);
    // With the clock going back all of the account is moved, but stays in the rows of the journal.
    clock.advance(-1);
    await cast(fixture.stores.votes);
    clock.advance(3 * DAY_MS);
    const restarted = await fixture.openSecond();
    expect(await cast(restarted.votes)).toMatchObject({ votes: 5 });
    for (const { votes } of [fixture.stores, restarted, await fixture.openSecond()]) {
      expect(await votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([5]);
      expect(await votes.readLog(seeded.accountId, null, 10)).toHaveLength(1);
    }
    await fixture.close();
  });

  test.each([1, 3])(
    'never holds more than twice what is to gather and some groups, with %s processes',
    async (handles) => {
      await withJournalOf(640, async (fixture) => {
        const seeded = await seedAccount(fixture.stores);
        const voting = [fixture.stores];
        while (voting.length < handles) voting.push(await fixture.openSecond());
        const file = readFileOf(fixture);
        const held: number[] = [];
        // Less in a group than is moved at once.
        for (let group = 0; group < 300; group += 1) {
          const { votes } = voting[group % handles]!;
          const attempts = Array.from({ length: 10 }, () => newAttempt(seeded, { votesPerMinute: 10_000 }));
          await Promise.all(attempts.map((attempt) => votes.castVote(attempt)));
          held.push(file.count('journal, json_each(journal.entries)') ?? 0);
        }
        expect(Math.max(...held)).toBeLessThanOrEqual(1_280 + handles * 40);
        expect(Math.max(...held)).toBeGreaterThan(640);
        expect(file.count('votes')).toBeGreaterThan(1_600);
        file.close();
      });
    },
  );

  test('knows nothing of votes whose transaction was undone, nor of moves', async () => {
    await withJournalOf(1, async (fixture) => {
      const seeded = await seedAccount(fixture.stores);
      const file = new DatabaseFile(join(fixture.place.dataDir, 'server-vote.db'));
      const journal = new VoteJournal(file.db, 1);
      file.onCommit(() => journal.commit());
      file.onRollback(() => journal.rollback());
      const vote = (ms: number): LogValues => [1, ms, 0, 1, 0, null, ms, 0, 'network', 1];
      const fail = (work: () => void) =>
        expect(() =>
          file.tryWrite(() => {
            work();
            throw new Error('the disk is gone');
          }),
        ).toThrow('the disk is gone');
      file.read(() => journal.sync());
      file.tryWrite(() => journal.append([vote(1), vote(2)]));
      fail(() => journal.append([vote(3)]));
      fail(() => journal.moveUpTo(journal.lastNum, 1));
      fail(() => journal.moveAllOf(1));
      file.tryWrite(() => journal.append([vote(4)]));
      const told = file.read(() => journal.unmoved(1).map(({ ms }) => ms));
      expect(told).toEqual([1, 2, 4]);
      file.tryWrite(() => journal.moveAllOf(1));
      expect(file.read(() => journal.unmoved(1))).toEqual([]);
      expect(await fixture.stores.votes.readTotals(seeded.accountId, [1])).toEqual([3]);
      file.close();
    });
  });
});

function readFileOf(fixture: PlacedFixture) {
  const file = new Database(join(fixture.place.dataDir, 'server-vote.db'), { readonly: true });
  return {
    journal: () => file.prepare<[], string>("SELECT group_concat(entries, '') FROM journal").pluck().get(),
    count: (table: string) => file.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get(),
    close: () => file.close(),
  };
}
