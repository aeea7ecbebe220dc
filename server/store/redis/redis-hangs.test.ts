import { describe, expect, test, vi } from 'vitest';
import { StoreUnavailableError } from '../store-errors.ts';
import {
  again,
  checkOf,
  newAccount,
  newAttempt,
  newKey,
  newServer,
  newSite,
  randomText,
  seedAccount,
} from '../suites/builders.ts';
import { expectUnavailable, SETTLES_WITHIN_MS, useRedis } from '../suites/use-redis.ts';

describe('Redis that hangs', () => {
  const use = useRedis();

  test('votes are refused in time, and what was sent counts once when it goes on and the client asks again', async () => {
    const stores = await use.open();
    const seeded = await seedAccount(stores);
    await stores.votes.castVote(newAttempt(seeded));
    const attempt = newAttempt(seeded, { idempotency: randomText() });
    use.server.pause();
    await expectUnavailable(() => stores.votes.castVote(attempt));
    await expectUnavailable(() => stores.votes.checkVotes(checkOf(attempt)));
    await expectUnavailable(() => stores.directory.findServer(seeded.serverIds[0]!));
    expect((await stores.checkHealth()).ready).toBe(false);
    use.server.resume();
    const repeated = await vi.waitFor(() => stores.votes.castVote(again(attempt)), { timeout: 7_000, interval: 50 });
    expect(repeated).toMatchObject({ votes: 2 });
    expect(['counted', 'replayed']).toContain(repeated.status);
    expect(await stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([2]);
    expect(await stores.votes.readLog(seeded.accountId, null, 10)).toHaveLength(2);
  });

  test('thousands of calls into a hang all settle in time and the memory stays flat', async () => {
    const stores = await use.open();
    const seeded = await seedAccount(stores);
    use.server.pause();
    const before = process.memoryUsage().heapUsed;
    const durations: number[] = [];
    const call = async () => {
      const startedMs = performance.now();
      await expect(stores.votes.castVote(newAttempt(seeded))).rejects.toThrow(StoreUnavailableError);
      durations.push(performance.now() - startedMs);
    };
    for (let round = 0; round < 6; round += 1) await Promise.all(Array.from({ length: 1_000 }, call));
    expect(durations).toHaveLength(6_000);
    expect(Math.max(...durations)).toBeLessThan(SETTLES_WITHIN_MS);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
  });

  test('a reply that is lost between Redis and the service is made good by one retry, and the vote counts once', async () => {
    const { proxy, stores } = await use.openThroughProxy();
    const seeded = await seedAccount(stores);
    proxy.swallowReplies();
    const casting = stores.votes.castVote(newAttempt(seeded));
    await vi.waitFor(async () =>
      expect(await use.server.command('HGET', `totals:{${seeded.accountId}}`, '1')).toBe('1'),
    );
    proxy.heal();
    expect(await casting).toMatchObject({ status: 'counted', votes: 1 });
    expect(await stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([1]);
    expect(await stores.votes.readLog(seeded.accountId, null, 10)).toHaveLength(1);
  });

  test('a write of the directory whose reply is lost is answered as what it was', async () => {
    const { proxy, stores } = await use.openThroughProxy();
    const { directory } = stores;
    const seeded = await seedAccount(stores);
    const other = await seedAccount(stores);
    const draft = newServer();
    const account = newAccount();

    /** Loses the reply to the first request with these words once Redis has done it. */
    async function losing<Result>(
      words: string,
      call: () => Promise<Result>,
      field: [key: string, field: string, is: string],
    ) {
      proxy.swallowReplies(words);
      const calling = call();
      const [key, name, is] = field;
      await vi.waitFor(async () => expect(await use.server.command('HEXISTS', key, name)).toBe(is), { interval: 5 });
      proxy.heal();
      return calling;
    }

    const saving = () => directory.saveServers(seeded.accountId, [draft]);
    const saved = await losing(`answer:{${seeded.accountId}}`, saving, [
      `servers:{${seeded.accountId}}`,
      draft.id,
      '1',
    ]);
    expect(saved.map(({ status }) => status)).toEqual(['created']);
    const moving = () => directory.assignServer(draft.id, other.accountId);
    const moved = await losing(`answer:{${seeded.accountId}}`, moving, [
      `servers:{${seeded.accountId}}`,
      draft.id,
      '0',
    ]);
    expect(moved).toBe('moved');
    expect(await directory.findServer(draft.id)).toMatchObject({ accountId: other.accountId });
    const creating = () => directory.createAccount(account);
    const created = await losing(`account:{${account.id}}`, creating, [`account:{${account.id}}`, 'username', '1']);
    expect(created).toBe('created');
  });

  test('a write that is sent again gives the account a revision that it never had', async () => {
    const { proxy, stores } = await use.openThroughProxy();
    const { accountId } = await seedAccount(stores);
    const other = (await use.open()).directory;
    for (const [record, save] of [
      ['keys', () => stores.directory.saveKey(newKey(accountId, { id: 'saved' }))],
      ['sites', () => stores.directory.saveSite(newSite(accountId, { id: 'saved' }))],
    ] as const) {
      proxy.swallowReplies(`account:{${accountId}}`);
      const saving = save();
      const isWritten = () => use.server.command('HEXISTS', `${record}:{${accountId}}`, 'saved');
      await vi.waitFor(async () => expect(await isWritten()).toBe('1'), { interval: 5 });
      const written = await other.findRevision(accountId);
      await other.saveSite(newSite(accountId));
      const changed = await other.findRevision(accountId);
      proxy.heal();
      await saving;
      const repeated = await other.findRevision(accountId);
      expect(new Set([written, changed, repeated]).size).toBe(3);
    }
  });

  test('a connection that is cut under traffic loses no call and counts none twice', async () => {
    const { proxy, stores } = await use.openThroughProxy();
    const seeded = await seedAccount(stores);
    let total = 0;
    for (let round = 0; round < 10; round += 1) {
      const attempts = Array.from({ length: 50 }, () => newAttempt(seeded, { votesPerMinute: 100_000 }));
      const calls = attempts.map((attempt) => stores.votes.castVote(attempt));
      proxy.cut();
      const outcomes = await Promise.all(calls);
      total += outcomes.filter((outcome) => outcome.status === 'counted').length;
    }
    expect(total).toBe(500);
    expect(await stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([500]);
  });

  test('a network that swallows everything refuses in time and heals', async () => {
    const { proxy, stores } = await use.openThroughProxy();
    const seeded = await seedAccount(stores);
    proxy.stall();
    await expectUnavailable(() => stores.votes.castVote(newAttempt(seeded)));
    proxy.heal();
    const attempt = newAttempt(seeded);
    const outcome = await vi.waitFor(() => stores.votes.castVote(attempt), { timeout: 5_000, interval: 50 });
    expect(outcome.status).toBe('counted');
  });
});
