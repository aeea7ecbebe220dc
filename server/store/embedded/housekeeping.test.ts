import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COOLDOWN_MS, DAY_MS, newAttempt, seedAccount } from '../suites/builders.ts';
import { openEmbeddedFixture } from '../suites/open-embedded-fixture.ts';
import type { PlacedFixture } from '../suites/store-fixture.ts';
import { SuiteClock } from '../suites/suite-clock.ts';
import { VoteJournal } from './vote-journal.ts';

/** So long locks stay after they are over. */
const LOCKS_KEPT_MS = 2 * 60 * 60 * 1000;
const SOON = { timeout: 15_000, interval: 50 };

describe('housekeeping of the embedded store', () => {
  const clock = new SuiteClock();
  let fixture: PlacedFixture;
  let file: Database.Database;
  beforeEach(async () => {
    fixture = await openEmbeddedFixture({ clock: () => clock.nowMs, voteLogDays: 2 });
    file = new Database(join(fixture.place.dataDir, 'server-vote.db'));
  });
  afterEach(async () => {
    file.close();
    await fixture.close();
  });

  const count = (table: string) => file.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get();

  function moveJournalOf(account: number): void {
    const journal = new VoteJournal(file);
    file.transaction(() => journal.moveAllOf(account))();
  }

  /** Votes in the log and those that are not there yet. */
  function countLogged(): number {
    const journal = new VoteJournal(file);
    return file.transaction(() => {
      journal.sync();
      const accounts = file.prepare<[], number>('SELECT num FROM accounts').pluck().all();
      return accounts.reduce((sum, account) => sum + journal.unmoved(account).length, count('votes') ?? 0);
    })();
  }

  async function castMany(accounts: number, votes: number): Promise<void> {
    for (let account = 0; account < accounts; account += 1) {
      const seeded = await seedAccount(fixture.stores);
      const attempts = Array.from({ length: votes }, () => newAttempt(seeded, { votesPerMinute: 1_000_000 }));
      await Promise.all(attempts.map((attempt) => fixture.stores.votes.castVote(attempt)));
    }
  }

  test('locks, minutes and log entries that are over go away though nobody votes', { timeout: 30_000 }, async () => {
    await castMany(3, 700);
    // Minutes stand beside the log where the clock went back.
    const seeded = await seedAccount(fixture.stores);
    await fixture.stores.votes.castVote(newAttempt(seeded));
    clock.advance(-1);
    await fixture.stores.votes.castVote(newAttempt(seeded));
    expect(count('minutes')).toBe(1);
    clock.advance(1 + COOLDOWN_MS + LOCKS_KEPT_MS);
    await castMany(1, 5);
    await vi.waitFor(() => expect([count('locks'), count('minutes')]).toEqual([5, 0]), SOON);
    expect(countLogged()).toBe(2_107);
    clock.advance(2 * DAY_MS - COOLDOWN_MS - LOCKS_KEPT_MS + 1);
    await vi.waitFor(() => expect([count('locks'), count('minutes'), count('votes')]).toEqual([0, 0, 5]), SOON);
    expect(count('moved_totals')).toBe(5);
  });

  test('vote ids grow also where the whole log is over and the clock goes back', { timeout: 30_000 }, async () => {
    const seeded = await seedAccount(fixture.stores);
    const before = await fixture.stores.votes.castVote(newAttempt(seeded));
    moveJournalOf(1);
    expect(count('votes')).toBe(1);
    clock.advance(2 * DAY_MS + 1);
    await vi.waitFor(() => expect(count('votes')).toBe(0), SOON);
    clock.advance(-3 * DAY_MS);
    const { votes } = await fixture.openSecond();
    const after = await votes.castVote(newAttempt(seeded));
    const [ms] = 'voteId' in before ? before.voteId.split('-') : [];
    expect(after).toMatchObject({ status: 'counted', voteId: `${ms}-1` });
  });

  test.each([1, -1])('votes leave the journal after an hour, also where the clock went back (%s)', async (sign) => {
    const seeded = await seedAccount(fixture.stores);
    await fixture.stores.votes.castVote(newAttempt(seeded));
    clock.advance(sign * 60 * 60_000);
    await fixture.stores.votes.castVote(newAttempt(seeded));
    clock.advance(sign);
    await vi.waitFor(() => expect(count('votes')).toBe(2), SOON);
    expect(count('journal, json_each(journal.entries)')).toBe(0);
  });

  test('a deletion that was cut off by a crash goes on after the next start', { timeout: 30_000 }, async () => {
    await castMany(2, 1_500);
    await fixture.stores.close();
    // What is in the file when a process dies right after the transaction that deletes account 1.
    moveJournalOf(1);
    for (const table of ['servers', 'moved_totals']) file.exec(`DELETE FROM ${table} WHERE account = 1`);
    const accountId = file.prepare<[], string>('SELECT id FROM accounts WHERE num = 1').pluck().get();
    file.exec('DELETE FROM accounts WHERE num = 1');
    file.prepare('INSERT INTO graves (account, server, account_id) VALUES (1, 0, ?)').run(accountId);
    const restarted = await fixture.openSecond();
    await vi.waitFor(() => expect([count('graves'), count('votes')]).toEqual([0, 1_500]), SOON);
    expect(count('locks')).toBe(1_500);
    expect(await restarted.directory.deleteAccount(accountId ?? '')).toBe(false);
  });

  test('deleting an account again finishes at once what a crash left', async () => {
    const seeded = await seedAccount(fixture.stores);
    for (const advance of [0, DAY_MS]) {
      clock.advance(advance);
      const attempts = Array.from({ length: 750 }, () => newAttempt(seeded, { votesPerMinute: 1_000_000 }));
      await Promise.all(attempts.map((attempt) => fixture.stores.votes.castVote(attempt)));
    }
    clock.advance(-1);
    await fixture.stores.votes.castVote(newAttempt(seeded, { votesPerMinute: 1_000_000 }));
    expect([count('days'), count('voting_keys'), count('minutes')]).toEqual([1, 1, 1]);
    for (const table of ['servers', 'moved_totals', 'accounts']) file.exec(`DELETE FROM ${table}`);
    file.exec("INSERT INTO graves (account, server, account_id) VALUES (1, 0, 'acc_gone')");
    expect(await fixture.stores.directory.deleteAccount('acc_gone')).toBe(true);
    for (const table of ['votes', 'locks', 'days', 'voting_keys', 'minutes', 'graves']) {
      expect(count(table), table).toBe(0);
    }
  });

  test('the log of a server that is being deleted is gone before it is taken away', async () => {
    const seeded = await seedAccount(fixture.stores, 2);
    for (const serverNum of seeded.serverNums) await fixture.stores.votes.castVote(newAttempt(seeded, { serverNum }));
    moveJournalOf(1);
    file.exec("INSERT INTO graves (account, server, account_id) VALUES (1, 1, '')");
    const log = await fixture.stores.votes.readLog(seeded.accountId, null, 10);
    expect(log.map((entry) => entry.serverNum)).toEqual([2]);
  });

  test('a long log is searched for the votes of a deleted server once, not from its start again and again', async () => {
    const seeded = await seedAccount(fixture.stores, 2);
    const votesPerMinute = 1_000_000;
    for (let round = 0; round < 5; round += 1) {
      const attempts = Array.from({ length: 700 }, (_, index) =>
        newAttempt(seeded, { serverNum: seeded.serverNums[index % 7 === 0 ? 0 : 1]!, votesPerMinute }),
      );
      await Promise.all(attempts.map((attempt) => fixture.stores.votes.castVote(attempt)));
    }
    await fixture.stores.directory.deleteServer(seeded.serverIds[0]!);
    expect(count('votes')).toBe(3_000);
    expect(count('locks')).toBe(3_000);
    const log = await fixture.stores.votes.readLog(seeded.accountId, null, 10_000);
    expect(new Set(log.map((entry) => entry.serverNum))).toEqual(new Set([seeded.serverNums[1]]));
  });
});
