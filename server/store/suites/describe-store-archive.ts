import { describe, expect, test } from 'vitest';
import type { ArchiveRecord } from '../store-archive.ts';
import type { Stores } from '../stores.ts';
import type { VoteAttempt } from '../vote-store.ts';
import { describeAges } from './archive-ages.ts';
import {
  again,
  COOLDOWN_MS,
  checkOf,
  newAttempt,
  newKey,
  newServer,
  newSite,
  randomText,
  seedAccount,
} from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';
import type { SuiteClock } from './suite-clock.ts';

/** Every guarantee of StoreArchive. `openTarget` opens the store that is loaded; by default one of the same kind. */
export function describeStoreArchive(name: string, open: OpenFixture, openTarget: OpenFixture = open): void {
  describe(`StoreArchive on ${name}`, () => {
    describeRoundTrip(open, openTarget);
    describeAges(open, openTarget);
    describeLoading(open);
  });
}

function describeRoundTrip(open: OpenFixture, openTarget: OpenFixture): void {
  const use = useFixture(open);

  test('a store that was dumped, loaded and dumped again is the same, records and all', async () => {
    await fillStore(use.stores, use.clock);
    const records = await readAll(use.stores);
    expect(new Set(records.map((record) => record.type))).toEqual(
      new Set(['secret', 'account', 'server', 'key', 'site', 'total', 'day', 'window', 'lock', 'vote']),
    );
    const copy = await openTarget({ clock: () => use.clock.nowMs });
    try {
      await copy.stores.archive.load(streamOf(records));
      expect(sorted(await readAll(copy.stores))).toEqual(sorted(records));
    } finally {
      await copy.close();
    }
  });

  test('an account comes before what belongs to it, and its votes come oldest first', async () => {
    await fillStore(use.stores, use.clock);
    const seen = new Set<string>();
    const newest = new Map<string, number>();
    for (const record of await readAll(use.stores)) {
      if (record.type === 'account') seen.add(record.account.id);
      else if (record.type !== 'secret') expect(seen).toContain(accountOf(record));
      if (record.type !== 'vote') continue;
      expect(record.vote.timeMs).toBeGreaterThanOrEqual(newest.get(record.accountId) ?? 0);
      newest.set(record.accountId, record.vote.timeMs);
    }
  });

  test('what was refused before is refused after, what was free is free, what was answered is answered alike', async () => {
    const { brief, voted, replayable, free } = await fillStore(use.stores, use.clock);
    const copy = await openTarget({ clock: () => use.clock.nowMs });
    try {
      await copy.stores.archive.load(use.stores.archive.dump());
      for (const attempt of [brief, voted, replayable, free]) {
        expect(await copy.stores.votes.checkVotes(checkOf(attempt))).toEqual(
          await use.stores.votes.checkVotes(checkOf(attempt)),
        );
        const after = await copy.stores.votes.castVote(attempt);
        const before = await use.stores.votes.castVote(attempt);
        expect(hideFreshId(after)).toEqual(hideFreshId(before));
      }
      const log = await copy.stores.votes.readLog(voted.accountId, null, 1_000);
      const ids = log.map((entry) => entry.voteId);
      expect(new Set(ids).size).toBe(ids.length);
    } finally {
      await copy.close();
    }
  });

  test('numbers go on where they were', async () => {
    const seeded = await seedAccount(use.stores, 3);
    await use.stores.directory.deleteServer(seeded.serverIds[2]!);
    const copy = await openTarget({ clock: () => use.clock.nowMs });
    try {
      await copy.stores.archive.load(use.stores.archive.dump());
      const [saved] = await copy.stores.directory.saveServers(seeded.accountId, [newServer()]);
      expect(saved).toMatchObject({ status: 'created', server: { num: 4 } });
    } finally {
      await copy.close();
    }
  });

  test('votes after loading get ids after the loaded ones, also when the clock went back', async () => {
    const seeded = await seedAccount(use.stores);
    for (let count = 0; count < 3; count += 1) await use.stores.votes.castVote(newAttempt(seeded));
    const records = await readAll(use.stores);
    use.clock.advance(-5_000);
    const copy = await openTarget({ clock: () => use.clock.nowMs });
    try {
      await copy.stores.archive.load(streamOf(records));
      await copy.stores.votes.castVote(newAttempt(seeded));
      const log = await copy.stores.votes.readLog(seeded.accountId, null, 10);
      expect(log.map((entry) => entry.total)).toEqual([1, 2, 3, 4]);
    } finally {
      await copy.close();
    }
  });
}

function describeLoading(open: OpenFixture): void {
  const use = useFixture(open);

  test('a store is empty until it holds an account', async () => {
    expect(await use.stores.archive.isEmpty()).toBe(true);
    expect(await readAll(use.stores)).toEqual([]);
    await seedAccount(use.stores);
    expect(await use.stores.archive.isEmpty()).toBe(false);
  });

  test('loading into a store that is not empty is refused and changes nothing', async () => {
    await fillStore(use.stores, use.clock);
    const before = await readAll(use.stores);
    const other = {
      type: 'account',
      account: { id: 'acc_x', username: 'x', createdAt: '' },
      lastServerNum: 0,
    } as const;
    await expect(use.stores.archive.load(streamOf([other]))).rejects.toThrow(/empty/);
    expect(await readAll(use.stores)).toEqual(before);
  });

  test('thousands of records are loaded whole', { timeout: 60_000 }, async () => {
    const accountId = 'acc_large';
    const account = { id: accountId, username: 'large', createdAt: '2026-01-02T03:04:05.678Z' };
    const server = { ...newServer(), accountId, num: 1 };
    const records: ArchiveRecord[] = [
      { type: 'account', account, lastServerNum: 1 },
      { type: 'server', server },
      { type: 'total', accountId, serverNum: 1, votes: 5_000 },
    ];
    for (let index = 0; index < 5_000; index += 1) {
      const timeMs = use.clock.nowMs - 10_000 + index;
      const voteId = `${timeMs}-0`;
      const nextVoteAtMs = timeMs + COOLDOWN_MS;
      const [voter, attemptId, network] = [randomText(12), randomText(12), randomText(8)];
      const lock = {
        accountId,
        serverNum: 1,
        voter,
        nextVoteAtMs,
        voteId,
        total: index + 1,
        idempotency: null,
        attemptId,
      };
      const vote = { voteId, serverNum: 1, timeMs, username: null, total: index + 1, via: 'direct' as const, network };
      records.push({ type: 'lock', lock }, { type: 'vote', accountId, vote });
    }
    await use.stores.archive.load(streamOf(records));
    expect(sorted(await readAll(use.stores))).toEqual(sorted(records));
  });
}

/** Two accounts with everything a store can hold; the returned attempts are all of the first. */
async function fillStore(stores: Stores, clock: SuiteClock) {
  await stores.claimSecret(['fingerprint-of-a-secret']);
  const seeded = await seedAccount(stores, 3);
  const other = await seedAccount(stores);
  for (const { accountId } of [seeded, other]) {
    await stores.directory.saveKey(newKey(accountId, { attest: true, votesPerMinute: 60 }));
    await stores.directory.saveKey(newKey(accountId, { kind: 'user', expiresAtMs: 1_790_000_000_000 }));
    await stores.directory.saveSite(newSite(accountId, { askUsername: true }));
  }
  await stores.votes.castVote(newAttempt(seeded, { username: 'long ago' }));
  clock.advance(24 * 60 * 60 * 1000);
  const voted = newAttempt(seeded, { username: '名前' });
  const replayable = newAttempt(seeded, { serverNum: seeded.serverNums[1]!, idempotency: randomText(), via: 'hosted' });
  for (const attempt of [voted, replayable, newAttempt(other, { via: 'attested' })]) {
    await stores.votes.castVote(attempt);
    clock.advance(1_500);
  }
  // Two in one millisecond, of which one opens again in a minute.
  await stores.votes.castVote(newAttempt(seeded, { serverNum: seeded.serverNums[1]! }));
  const brief = newAttempt(seeded, { cooldownMs: 60_000 });
  await stores.votes.castVote(brief);
  return {
    brief: again(brief),
    voted: again(voted),
    replayable: again(replayable),
    free: newAttempt(seeded) satisfies VoteAttempt,
  };
}

async function readAll(stores: Stores): Promise<ArchiveRecord[]> {
  const records: ArchiveRecord[] = [];
  for await (const record of stores.archive.dump()) records.push(record);
  return records;
}

async function* streamOf(records: readonly ArchiveRecord[]): AsyncGenerator<ArchiveRecord> {
  yield* records;
}

function sorted(records: readonly ArchiveRecord[]): ArchiveRecord[] {
  return records
    .map((record) => [textOf(record), record] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, record]) => record);
}

/** JSON with the members in order, so that two stores may build their records differently. */
function textOf(record: ArchiveRecord): string {
  return JSON.stringify(record, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function accountOf(record: Exclude<ArchiveRecord, { type: 'secret' }>): string {
  if (record.type === 'account') return record.account.id;
  if (record.type === 'server') return record.server.accountId;
  if (record.type === 'key') return record.key.accountId;
  if (record.type === 'site') return record.site.accountId;
  return record.type === 'lock' ? record.lock.accountId : record.accountId;
}

function hideFreshId<Outcome extends { readonly status: string }>(outcome: Outcome): Outcome {
  return outcome.status === 'counted' ? { ...outcome, voteId: 'fresh' } : outcome;
}
