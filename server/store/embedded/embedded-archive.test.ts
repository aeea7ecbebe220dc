import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ArchiveRecord } from '../store-archive.ts';
import { newAttempt, seedAccount } from '../suites/builders.ts';
import { openEmbeddedFixture } from '../suites/open-embedded-fixture.ts';
import type { StoreFixture } from '../suites/store-fixture.ts';
import { SuiteClock } from '../suites/suite-clock.ts';

describe('the archive of the embedded store', () => {
  const clock = new SuiteClock();
  let fixture: StoreFixture;
  beforeEach(async () => {
    fixture = await openEmbeddedFixture({ clock: () => clock.nowMs });
  });
  afterEach(() => fixture.close());

  const account = { id: 'acc_a', username: 'a', createdAt: '2026-01-02T03:04:05.678Z' };
  const accountRecord: ArchiveRecord = { type: 'account', account, lastServerNum: 4 };

  test('a load that fails leaves the store empty, so that it can be tried again', async () => {
    const { archive, directory } = fixture.stores;
    async function* broken(): AsyncGenerator<ArchiveRecord> {
      yield { type: 'secret', fingerprint: 'of the source' };
      yield accountRecord;
      throw new Error('the source went away');
    }
    await expect(archive.load(broken())).rejects.toThrow('the source went away');
    expect(await archive.isEmpty()).toBe(true);
    await fixture.stores.claimSecret(['of this store']);
    await archive.load(recordsOf([accountRecord]));
    expect(await directory.listAccounts()).toEqual([account]);
  });

  test('a load is announced to this handle and to others', async () => {
    const second = await fixture.openSecond();
    const heard: string[] = [];
    fixture.stores.directory.onChange(() => heard.push('here'));
    second.directory.onChange(() => heard.push('there'));
    expect(await second.directory.listAccounts()).toEqual([]);
    await fixture.stores.archive.load(recordsOf([accountRecord]));
    await vi.waitFor(() => expect(new Set(heard)).toEqual(new Set(['here', 'there'])), { timeout: 5_000 });
  });

  test('a record before its account, or one that comes twice, is refused with its name', async () => {
    const { archive } = fixture.stores;
    const total: ArchiveRecord = { type: 'total', accountId: 'acc_a', serverNum: 1, votes: 3 };
    await expect(archive.load(recordsOf([total, accountRecord]))).rejects.toThrow(/acc_a before/);
    await expect(archive.load(recordsOf([accountRecord, accountRecord]))).rejects.toThrow(/cannot be loaded.*accounts/);
    expect(await archive.isEmpty()).toBe(true);
  });

  test('a key whose minute an archive tells twice, as one of Redis may, has all of it once', async () => {
    const { archive, votes } = fixture.stores;
    const windowOf = (...agesMs: number[]): ArchiveRecord => {
      const timesMs = agesMs.map((ageMs) => clock.nowMs - ageMs);
      return { type: 'window', accountId: 'acc_a', keyId: 'key_a', timesMs };
    };
    await archive.load(recordsOf([accountRecord, windowOf(50_000, 20_000, 20_000), windowOf(20_000, 20_000, 10_000)]));
    const check = { accountId: 'acc_a', keyId: 'key_a', serverNums: [], votesPerMinute: 30, voters: [] };
    expect((await votes.checkVotes(check)).window).toEqual({ limit: 30, remaining: 26, resetMs: 10_000 });
  });

  test('a dump is of one moment, however long it takes and whatever is voted meanwhile', async () => {
    const { archive, votes } = fixture.stores;
    const seeded = await seedAccount(fixture.stores);
    const castMany = () =>
      Promise.all(Array.from({ length: 100 }, () => votes.castVote(newAttempt(seeded, { votesPerMinute: 10_000 }))));
    await castMany();
    const counts = new Map<string, number>();
    let total = 0;
    for await (const record of archive.dump()) {
      if (record.type === 'server') await castMany();
      if (record.type === 'total') total = record.votes;
      counts.set(record.type, (counts.get(record.type) ?? 0) + 1);
    }
    expect([total, counts.get('vote'), counts.get('lock')]).toEqual([100, 100, 100]);
    expect(await votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([200]);
  });

  test('a dump that nobody reads to its end lets go of the file', async () => {
    const { archive } = fixture.stores;
    await seedAccount(fixture.stores);
    for await (const record of archive.dump()) {
      expect(record.type).toBe('account');
      break;
    }
    await fixture.stores.close();
    const reopened = await fixture.openSecond();
    expect(await reopened.archive.isEmpty()).toBe(false);
  });
});

async function* recordsOf(records: readonly ArchiveRecord[]): AsyncGenerator<ArchiveRecord> {
  yield* records;
}
